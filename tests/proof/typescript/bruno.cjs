// What Bruno's importer makes of the document: the requests.
const { openApiToBruno } = require("@usebruno/converters");
const { readFileSync } = require("node:fs");

const requests = (items) => items.flatMap((item) => (item.items ? requests(item.items) : [item]));

const told = ({ name, request }) => ({
  name,
  path: Object.fromEntries(request.params.filter(({ type }) => type === "path").map(({ name, value }) => [name, value])),
  body: request.body.json ? JSON.parse(request.body.json) : null,
});

const made = openApiToBruno(JSON.parse(readFileSync(process.argv[2], "utf8")));
console.log(JSON.stringify(requests(made.items).map(told)));
