// What Postman's importer makes of the document, where its parameters are generated from examples: the requests.
const { convertV2 } = require("openapi-to-postmanv2");
const { readFileSync } = require("node:fs");

const requests = (items) => items.flatMap((item) => (item.item ? requests(item.item) : [item]));

const told = ({ name, request }) => ({
  name,
  path: Object.fromEntries(request.url.variable.map(({ key, value }) => [key, value])),
  body: request.body?.mode === "raw" ? JSON.parse(request.body.raw) : null,
});

const document = { type: "string", data: readFileSync(process.argv[2], "utf8") };
convertV2(document, { parametersResolution: "Example" }, (error, made) => {
  if (error || !made.result) throw error ?? new Error(made.reason);
  console.log(JSON.stringify(requests(made.output[0].data.item).map(told)));
});
