"use strict";

// The reference below the first steps: Scalar, shown the document of this service.
const Reference = (() => {
  const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const link = (operation) => `#tag/${slug(operation.tags[0])}/${operation.operationId}`;
  const operations = new Map();

  const keep = (path, method, operation) => operations.set(operation.operationId, { path, method, ...operation });

  // The first steps log in. Scalar's own form would show a box for each of a hundred permissions.
  const byTokenAlone = (published) => {
    const withoutLogin = ({ security, ...operation }) => ({
      ...operation,
      security: security?.filter((scheme) => !("login" in scheme)),
    });
    const each = (found, change) => Object.fromEntries(Object.entries(found).map(([name, one]) => [name, change(one)]));
    const { login, ...securitySchemes } = published.components.securitySchemes;
    return {
      ...published,
      servers: [{ url: location.origin }],
      paths: each(published.paths, (methods) => each(methods, withoutLogin)),
      components: { ...published.components, securitySchemes },
    };
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

  // What Scalar leaves without a name of its own, for those who hear the page.
  const nameThings = () => {
    const each = (css, work) => document.querySelectorAll(`#reference ${css}`).forEach(work);
    each("button[class*='copy-button']:not([aria-label])", (button) => button.setAttribute("aria-label", "Copy"));
    each("button.show-more[aria-label]", (button) => button.removeAttribute("aria-label"));
    each(".response-card[role=region]", (card) => card.setAttribute("role", "group"));
  };

  let shown;
  let reference;

  const show = async () => {
    const published = await (await fetch("/api/v1/openapi.json")).json();
    for (const [path, methods] of Object.entries(published.paths))
      for (const [method, operation] of Object.entries(methods)) keep(path, method.toUpperCase(), operation);
    shown = byTokenAlone(published);
    new MutationObserver(nameThings).observe(document.querySelector("#reference"), { childList: true, subtree: true });
    reference = Scalar.createApiReference("#reference", configuration(shown, ""));
    return operations;
  };

  const authorize = (token) => reference.updateConfiguration(configuration(shown, token));

  return { show, authorize, link };
})();
