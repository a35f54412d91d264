// The way in: by a personal access token, or by a username and a password.
import { get, logIn, session } from "./api.js";
import { html, nothing } from "./lit-html/lit-html.js";
import { heading, refused } from "./parts.js";

// Context: the `refusal` that ended another login, `redraw`, and `enter` once a login works.
export const login = ({ demonstration, refusal, redraw, enter }) => {
  const submit = (begin) => async (event) => {
    event.preventDefault();
    const form = event.target;
    refusal = null;
    try {
      session.begin(await begin(Object.fromEntries(new FormData(form))));
      await get("/me");
      form.reset();
      await enter();
    } catch (problem) {
      session.end();
      refusal = problem;
      redraw();
    }
  };

  const draw = () => html`${heading("Log in")}
    <p>The year of an organization, as its programs see it: every figure here is an answer of the <a href="/docs">interface</a>.</p>
    ${refusal ? refused(refusal) : nothing}
    <div class="panels">
      <form id="by-token" @submit=${submit(({ token }) => ({ token: token.trim() }))}>
        <h2>By token</h2>
        <div class="field">
          <label for="token">Personal access token</label>
          <input id="token" name="token" value=${demonstration} autocomplete="off" required aria-describedby="token-hint">
          <small id="token-hint">${demonstration ? "That of the demonstration stands here already." : "It begins with pat_."}</small>
        </div>
        <button>Log in</button>
      </form>
      <form id="by-password" @submit=${submit(logIn)}>
        <h2>By password</h2>
        <div class="field"><label for="username">User name</label>
          <input id="username" name="username" type="email" autocomplete="username" required></div>
        <div class="field"><label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required></div>
        <div class="field"><label for="client">OAuth client</label><input id="client" name="client" value="demo" required></div>
        <button>Log in</button>
      </form>
    </div>`;
  return { title: "Log in", draw };
};
