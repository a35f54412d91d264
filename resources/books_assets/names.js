// Names of customers and vendors, which documents name by their ids.
import { get } from "./api.js";

const known = new Map();

// Another login may be of another organization.
export const forgetNames = () => known.clear();

const keep = (records) => records.forEach((record) => known.set(record.id, record.displayName));

const READ = { customers: "/customers/{id}", vendors: "/vendors/{id}" };
const LIST = { customers: "/customers", vendors: "/vendors" };

const readOne = async (kind, id) => {
  try {
    keep([(await get(READ[kind], { ids: { id } })).data]);
  } catch {
    known.set(id, id); // deleted, or not to be seen by this caller
  }
};

// Learn the names of all ids: most stand on the first page of the list.
export const learn = async (kind, ids) => {
  const missing = () => [...new Set(ids)].filter((id) => id && !known.has(id));
  if (missing().length > 1) {
    const first = await get(LIST[kind], { query: { limit: 200 } }).catch(() => ({ data: [] }));
    keep(first.data);
  }
  await Promise.all(missing().map((id) => readOne(kind, id)));
};

export const nameOf = (id) => known.get(id) ?? id;
