"use strict";

// The reference below the first steps: Scalar, shown the document of this service.
const Reference = (() => {
  const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const link = (operation) => `#tag/${slug(operation.tags[0])}/${operation.operationId}`;
  const operations = new Map();

  const keep = (path, method, operation) => operations.set(operation.operationId, { path, method, ...operation });

  // A box for each of a hundred permissions hides the three that anybody logs in with.
  const withFewScopes = (schemes) => {
    const { password } = schemes.login.flows;
    const few = Object.entries(password.scopes).filter(([name]) => ["read", "write", "full"].includes(name));
    const flow = { ...password, scopes: Object.fromEntries(few), "x-scalar-client-id": "demo" };
    return { ...schemes, login: { ...schemes.login, flows: { password: flow } } };
  };

  const configuration = (content, token) => ({
    content,
    slug: "gst-invoicing",
    layout: "modern",
    theme: "default",
    withDefaultFonts: false,
    hideDarkModeToggle: true,
    hideClientButton: true,
    hideModels: true,
    defaultOpenFirstTag: false,
    showDeveloperTools: "never",
    // Nothing of it may ask another host, whatever its defaults are.
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    // A token kept in the browser would outlive the visit.
    persistAuth: false,
    documentDownloadType: "none",
    generateTagSlug: ({ name }) => slug(name),
    generateOperationSlug: ({ operationId }) => operationId,
    authentication: {
      preferredSecurityScheme: "token",
      securitySchemes: { token: { token } },
    },
  });

  let shown;
  let reference;

  const show = async () => {
    const document = await (await fetch("/api/v1/openapi.json")).json();
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) keep(path, method.toUpperCase(), operation);
    const securitySchemes = withFewScopes(document.components.securitySchemes);
    shown = {
      ...document,
      servers: [{ url: location.origin }],
      components: { ...document.components, securitySchemes },
    };
    reference = Scalar.createApiReference("#reference", configuration(shown, ""));
    return operations;
  };

  const authorize = (token) => reference.updateConfiguration(configuration(shown, token));

  return { show, authorize, link };
})();
