// <bar-plot>: bars drawn by uPlot, with their figures above them. The same figures stand in a table beside it.
import { short } from "./format.js";
import uPlot from "./uplot/uPlot.esm.js";

const HEIGHT = 220;
const NARROWEST = 40; // pixels of a bar that has room for its figure
const THREE_LETTERS = 32; // pixels that they need
const FONT = "12px system-ui, sans-serif";
const DARK = matchMedia("(prefers-color-scheme: dark)");

const colours = (element) => {
  const style = getComputedStyle(element);
  const [bar, text, line] = ["--bar", "--text", "--line"].map((name) => style.getPropertyValue(name).trim());
  return { bar, text, line };
};

class BarPlot extends HTMLElement {
  // [{label, value}], from left to right.
  set points(points) {
    this.shown = points;
    if (this.isConnected) this.draw();
  }

  connectedCallback() {
    this.watch = new ResizeObserver(() => this.draw());
    this.watch.observe(this);
    DARK.addEventListener("change", (this.again = () => this.draw()));
  }

  disconnectedCallback() {
    this.watch.disconnect();
    DARK.removeEventListener("change", this.again);
    this.plot?.destroy();
  }

  draw() {
    this.plot?.destroy();
    if (!this.shown?.length || !this.clientWidth) return;
    const places = this.shown.map((_, place) => place);
    this.plot = new uPlot(this.options(colours(this)), [places, this.shown.map(({ value }) => value)], this);
  }

  options({ bar, text, line }) {
    const last = this.shown.length - 1;
    return {
      width: this.clientWidth,
      height: HEIGHT,
      padding: [24, 8, 0, 8],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [-0.6, last + 0.6] }, y: { range: (_, low, high) => [Math.min(0, low), Math.max(high, 1)] } },
      axes: [
        {
          stroke: text,
          font: FONT,
          grid: { show: false },
          ticks: { show: false },
          splits: () => this.shown.map((_, place) => place),
          values: (plot, marks) => marks.map((place) => this.label(place, plot)),
        },
        { show: false, grid: { show: true, stroke: line } },
      ],
      series: [{}, { fill: bar, stroke: bar, paths: uPlot.paths.bars({ size: [0.7, 64] }), points: { show: false } }],
      hooks: { draw: [(plot) => this.figures(plot, text)] },
    };
  }

  label(place, { width }) {
    const { label } = this.shown[place];
    return width / this.shown.length < THREE_LETTERS ? label[0] : label;
  }

  figures({ ctx, data, valToPos, bbox }, text) {
    if (bbox.width / devicePixelRatio / this.shown.length < NARROWEST) return;
    ctx.save();
    ctx.fillStyle = text;
    ctx.font = FONT.replace("12px", `${12 * devicePixelRatio}px`);
    ctx.textAlign = "center";
    ctx.textBaseline = "bottom";
    data[1].forEach((value, place) =>
      ctx.fillText(short(value), valToPos(place, "x", true), valToPos(Math.max(value, 0), "y", true) - 4 * devicePixelRatio),
    );
    ctx.restore();
  }
}

customElements.define("bar-plot", BarPlot);
