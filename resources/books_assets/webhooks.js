// Who is told of events, and what became of each delivery.
import { get } from "./api.js";
import { words } from "./format.js";
import { html } from "./lit-html/lit-html.js";
import { choice, count, facts, filters, heading, link, moments, pages, section, status, table, text, yes } from "./parts.js";

const ENDPOINTS = [
  { label: "Address", cell: ({ id, url }) => link(`webhooks/${id}`, url) },
  { label: "Events", cell: ({ events }) => events.join(", ") },
  yes("isActive", "Active"),
  text("pausedReason", "Paused because"),
];
const DELIVERIES = [
  text("eventType", "Event"), moments("createdAt", "Since"), status("status"), count("attempts", "Tries"),
  moments("lastAttemptAt", "Last try"), moments("nextAttemptAt", "Next try"), count("answerStatus", "Answer"), text("failure"),
];
const STATUSES = ["PENDING", "DELIVERED", "FAILED"];

export const webhooks = async ({ query }) => {
  const { data, meta } = await get("/webhook-endpoints", { query: { ...Object.fromEntries(query), limit: 25 } });
  const draw = () => html`${heading("Webhooks")}
    ${table({ caption: "Webhooks", columns: ENDPOINTS, rows: data, empty: "Nobody is told of events." })}
    ${pages("webhooks", query, meta)}`;
  return { title: "Webhooks", draw };
};

export const deliveries = async ({ params: [, id], query }) => {
  const [endpoint, { data, meta }] = await Promise.all([
    get("/webhook-endpoints/{id}", { ids: { id } }),
    get("/webhook-endpoints/{id}/deliveries", { ids: { id }, query: { ...Object.fromEntries(query), limit: 25 } }),
  ]);
  const path = `webhooks/${id}`;
  const draw = () => html`<p class="above">${link("webhooks", "Webhooks")}</p>
    ${heading("Deliveries")} ${facts(ENDPOINTS, endpoint.data)}
    ${filters(path, choice("status", "Status", query.get("status"), [["", "All"], ...STATUSES.map((each) => [each, words(each)])]))}
    ${section(
      "Newest first",
      table({ caption: "Deliveries", columns: DELIVERIES, rows: data, empty: "Nothing was delivered." }),
      pages(path, query, meta),
    )}`;
  return { title: `Deliveries to ${endpoint.data.url}`, draw };
};
