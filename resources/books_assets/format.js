// Values as people read them. Nothing is worked out here: each is what the service answered.
import { caller } from "./api.js";
import { html, nothing } from "./lit-html/lit-html.js";

const AMOUNT = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const QUANTITY = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 6 });
const SHORT = new Intl.NumberFormat("en-IN", { notation: "compact", maximumSignificantDigits: 3 });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

export const amount = (value) => (value == null ? "" : AMOUNT.format(value));
export const quantity = (value) => (value == null ? "" : QUANTITY.format(value));
export const short = (value) => SHORT.format(value);

// A day is answered as the UTC midnight of its date, whatever the organization's zone.
export const day = (text) => (text ? html`<time datetime=${text.slice(0, 10)}>${DAY.format(new Date(text))}</time>` : nothing);
// What stands in an address may be no month.
export const month = (text) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? MONTH.format(new Date(`${text}-01T00:00:00Z`)) : text);

export const moment = (text) =>
  text ? html`<time datetime=${text}>${DAY.format(new Date(text))}, ${text.slice(11, 19)} UTC</time>` : nothing;

const GOOD = ["PAID", "ACCEPTED", "DELIVERED", "CONFIRMED"];
const BAD = ["OVERDUE", "FAILED", "DECLINED", "EXPIRED"];
const OFF = ["VOID", "DRAFT", "CLOSED"];
const tone = (status) =>
  GOOD.includes(status) ? "good" : BAD.includes(status) ? "bad" : OFF.includes(status) ? "off" : "open";

const AS_WRITTEN = ["UPI", "SEZ"];
const spoken = (text) => text.toLowerCase().replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
export const words = (text) => (AS_WRITTEN.includes(text) ? text : spoken(text));
export const badge = (status) => (status ? html`<span class="badge ${tone(status)}">${words(status)}</span>` : nothing);

// "placeOfSupplyStateCode" -> "Place of supply state code"
export const label = (name) => words(name.replace(/([A-Z])/g, " $1"));

// Days of the organization's calendar, for fields that may be changed before they are sent.
export const today = () => caller.organization.today.slice(0, 10);
export const monthsAgo = (count) => {
  const [year, now] = today().split("-");
  return new Date(Date.UTC(year, now - 1 - count)).toISOString().slice(0, 10);
};
