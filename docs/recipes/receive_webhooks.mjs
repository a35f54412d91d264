// A receiver of webhooks without packages: SECRET=whsec_… node receive_webhooks.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.SECRET.replace("whsec_", ""), "base64");

function isSigned(headers, body) {
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const wanted = Buffer.from("v1," + createHmac("sha256", key).update(content).digest("base64"));
  const isRecent = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) < 300;
  const given = headers["webhook-signature"].split(" ").map((each) => Buffer.from(each));
  return isRecent && given.some((each) => each.length === wanted.length && timingSafeEqual(each, wanted));
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  if (!isSigned(request.headers, body)) return response.writeHead(400).end();
  response.writeHead(204).end();
  // Before it acts, it looks up whether it has had this id: a message may come twice.
  const event = JSON.parse(body);
  console.log(event.id, event.type, event.data.id);
}).listen(process.env.PORT ?? 9000, "127.0.0.1");
