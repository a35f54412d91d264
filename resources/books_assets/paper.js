// A PDF beside its document: <paper-view> asks for it with the bearer and shows the answer. With `waits` it does so
// once the <details> around it is opened.
import { paper } from "./api.js";

class PaperView extends HTMLElement {
  // {path, ids, query, version, title}; another version is another paper.
  set source(source) {
    const same = JSON.stringify(source) === JSON.stringify(this.asked);
    this.asked = source;
    if (!same && this.isConnected) this.begin();
  }

  connectedCallback() {
    this.closest("details")?.addEventListener("toggle", () => this.begin());
    this.begin();
  }

  begin() {
    if (!this.hasAttribute("waits") || this.parentElement.open) this.load();
  }

  disconnectedCallback() {
    URL.revokeObjectURL(this.address);
  }

  tell(message) {
    this.replaceChildren(Object.assign(document.createElement("p"), { textContent: message }));
    this.firstChild.setAttribute("role", "status");
  }

  async load() {
    const source = this.asked;
    this.tell("The PDF is being printed…");
    try {
      const blob = await paper(source.path, source);
      if (source === this.asked && this.isConnected) this.show(blob, source.title);
    } catch (refusal) {
      this.tell(`There is no PDF: ${refusal.message}`);
    }
  }

  show(blob, title) {
    URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(blob);
    const link = Object.assign(document.createElement("a"), {
      href: this.address,
      download: `${title.replace(/[^\w-]+/g, "-")}.pdf`,
      textContent: "Keep the PDF",
    });
    const frame = Object.assign(document.createElement("iframe"), {
      src: `${this.address}#navpanes=0&toolbar=0&view=FitH`,
      title: `PDF of ${title}`,
    });
    this.replaceChildren(link, frame);
  }
}

customElements.define("paper-view", PaperView);
