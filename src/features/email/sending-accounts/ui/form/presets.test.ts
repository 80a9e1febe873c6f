import { expect, it } from "vitest";
import { PRESETS, presetOf } from "./presets.ts";

const all = PRESETS.flatMap(({ presets }) => presets);

it("there are 25 providers, each with a name and a server of its own, and none without encryption", () => {
  expect(all).toHaveLength(25);
  expect(new Set(all.map(({ name }) => name)).size).toBe(25);
  for (const { host, port, security, auth, token_url } of all) {
    expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    expect([port, security]).toEqual(security === "tls" ? [465, "tls"] : [587, "starttls"]);
    expect(auth === "xoauth2").toBe(token_url !== undefined);
  }
});

it("an existing sending account is recognized by its server", () => {
  for (const { name, host, port, security } of all) {
    const server = {
      host,
      port,
      security,
      auth: "plain",
      username: "",
      token_url: "",
      client_id: "",
    } as const;
    expect(presetOf({ server }).name).toBe(name);
  }
  expect(presetOf({ server: null }).host).toBe("");
});
