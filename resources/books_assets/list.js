// A list of a kind: search, filters, pages.
import { get } from "./api.js";
import { words } from "./format.js";
import { html, nothing } from "./lit-html/lit-html.js";
import { learn } from "./names.js";
import { choice, field, filters, heading, pages, table } from "./parts.js";

const PAGE = 25;

const statusChoice = ({ statuses }, query) =>
  statuses
    ? choice("status", "Status", query.get("status"), [["", "All"], ...statuses.map((status) => [status, words(status)])])
    : nothing;

const activeChoice = ({ hasActive }, query) =>
  hasActive ? choice("isActive", "Active", query.get("isActive"), [["", "All"], ["true", "Yes"], ["false", "No"]]) : nothing;

export const list = async (kind, { query }) => {
  const { data, meta } = await get(kind.list, { query: { ...Object.fromEntries(query), limit: PAGE } });
  await Promise.all([
    learn("customers", data.map((record) => record.customerId)),
    learn("vendors", data.map((record) => record.vendorId)),
  ]);
  const isNarrowed = [...query.keys()].some((name) => name !== "page");
  const draw = () => html`${heading(kind.title)}
    ${filters(
      kind.name,
      field("q", "Search", query.get("q"), "search"),
      statusChoice(kind, query),
      activeChoice(kind, query),
      ...kind.between.map((name) => field(name, words(name), query.get(name), "date")),
    )}
    ${table({
      caption: kind.title,
      columns: kind.columns,
      rows: data,
      empty: isNarrowed ? "Nothing is found. Search for less, or for something else." : "There are none yet.",
    })}
    ${pages(kind.name, query, meta)}`;
  return { title: kind.title, draw };
};
