// The one way to the service. Paths stand in the modules as the OpenAPI document has them, without the prefix.
const BASE = "/api/v1";

// An answer that is no success. `details` names fields, `help` a paragraph; status 0: there was no answer.
export class Refusal extends Error {
  constructor(status, { code, message, details = [], help = null }) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.help = help;
  }
}

// Who is logged in, and the organization: what /me and /me/organization answered, and when.
export const caller = { me: null, organization: null, since: 0 };

const KEPT = "books";

// The login: it lives as long as the tab, and stands in no address.
export const session = {
  get kept() {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  },
  begin(login) {
    sessionStorage.setItem(KEPT, JSON.stringify(login));
  },
  end() {
    sessionStorage.removeItem(KEPT);
  },
};

const address = (path, { ids = {}, query = {} } = {}) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name]));
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value != null));
  return `${BASE}${filled}${asked.size ? `?${asked}` : ""}`;
};

const reach = async (...request) => {
  try {
    return await fetch(...request);
  } catch {
    throw new Refusal(0, { code: "unreachable", message: "The service did not answer. Try again." });
  }
};

// A client without a secret names itself in the body (RFC 6749, section 2.3.1). Answers of OAuth have no envelope.
const exchange = async (grant, client) => {
  const body = new URLSearchParams({ ...grant, client_id: client });
  const answer = await reach(address("/oauth/token"), { method: "POST", body });
  const login = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, { code: login.error, message: login.error_description });
  return { token: login.access_token, refresh: login.refresh_token, client };
};

let renewal = null;
// Get another access token for a login. Requests that are refused together wait for one exchange, since a refresh token
// is good for one alone; who logs out meanwhile stays out.
const renew = ({ token, refresh, client }) => {
  const whileIn = (work) => (done) => session.kept?.token === token && work(done);
  const refused = (refusal) => {
    if (refusal.code !== "invalid_grant") throw refusal;
    session.end();
  };
  renewal ??= exchange({ grant_type: "refresh_token", refresh_token: refresh }, client)
    .then(whileIn(session.begin), whileIn(refused))
    .finally(() => (renewal = null));
  return renewal;
};

const ask = async (path, how, request = {}, isAgain = false) => {
  const { method = "GET", headers = {}, body } = request;
  const login = session.kept;
  const bearer = { Authorization: `Bearer ${login?.token}` };
  const answer = await reach(address(path, how), { method, body, headers: { ...bearer, ...headers } });
  if (answer.ok) return answer;
  if (answer.status === 401 && login?.refresh && !isAgain) {
    if (session.kept?.token === login.token) await renew(login);
    if (session.kept) return ask(path, how, request, true);
  }
  if (answer.status === 401) session.end();
  const { error } = await answer.json().catch(() => ({}));
  throw new Refusal(answer.status, error ?? { code: "unknown", message: `The service answered ${answer.status}.` });
};

// How: `ids` for the braces of the path, `query`. Answers the envelope: data, and meta of lists.
export const get = async (path, how) => (await ask(path, how)).json();

// How: `ids`, and `key`, under which a repetition does nothing. Answers the envelope: data, and warnings.
export const post = async (path, { ids, key, body }) => {
  const headers = { "Idempotency-Key": key, ...(body ? { "Content-Type": "application/json" } : {}) };
  return (await ask(path, { ids }, { method: "POST", headers, body: body && JSON.stringify(body) })).json();
};

export const paper = async (path, how) => (await ask(path, how)).blob();

// A page of plain http from another machine has no crypto.randomUUID.
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const logIn = ({ username, password, client }) => exchange({ grant_type: "password", username, password }, client);

// Ends what the login has begun; a token that was pasted is its owner's, and only forgotten.
export const logOut = async () => {
  const { refresh, client } = session.kept ?? {};
  session.end();
  if (!refresh) return;
  const body = new URLSearchParams({ token: refresh, client_id: client });
  await reach(address("/oauth/revoke"), { method: "POST", body });
};
