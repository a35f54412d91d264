"use strict";

// Swagger UI would send an empty secret in a header; a client without a secret names itself in the body.
const clientsWithoutSecret = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorizePassword: (original) => (login) =>
          original(login.clientSecret ? login : { ...login, passwordType: "request-body" }),
      },
    },
  },
});

// A PDF is a file to keep; Swagger UI takes it for text unless it is told so.
const filesToKeep = ({ React }) => ({
  wrapComponents: {
    responseBody: (Original) => (props) => {
      const isPdf = /^application\/pdf/.test(props.contentType);
      const headers = isPdf ? { ...props.headers, "Content-Description": "File Transfer" } : props.headers;
      return React.createElement(Original, { ...props, headers });
    },
  },
});

const ui = SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#swagger-ui",
  layout: "BaseLayout",
  plugins: [clientsWithoutSecret, filesToKeep],
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // What is true by default asks a validator on the Internet.
  validatorUrl: null,
  // An address of this page must decide neither which document is shown nor where requests go.
  queryConfigEnabled: false,
  // A token kept in the browser would outlive the visit.
  persistAuthorization: false,
});

// The public client and the scope of the demonstration; both can be changed before logging in.
ui.initOAuth({ clientId: "demo", scopes: "full" });

// Swagger UI reads the address once; the links of the first steps change it later.
window.addEventListener("hashchange", () => ui.layoutActions.parseDeepLinkHash(window.location.hash));
