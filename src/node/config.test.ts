import { describe, expect, it } from "vitest";
import { parseConfig } from "./config.ts";
import { configurationPage } from "./config-page.ts";

describe("configuration", () => {
  it("works without any setting", () => {
    expect(parseConfig({})).toMatchObject({
      PORT: 3000,
      ROLES: ["web", "worker"],
      DATABASE_URL: "",
      fixed: {},
    });
  });

  it("reports all wrong settings at once, in plain words", () => {
    const wrong = {
      PORT: "ninety",
      DATABASE_URL: "mysql://x",
      ROLES: "web,cook",
      SECRET: "short",
      SECRET_OLD: `${"x".repeat(32)},short`,
      TRUSTED_PROXIES: "everybody",
    };
    expect(() => parseConfig(wrong)).toThrow(
      /PORT must be a number, but is "ninety"[\s\S]*DATABASE_URL must begin with postgres:\/\/[\s\S]*ROLES can only be web, worker, or both[\s\S]*SECRET must have at least 32 characters[\s\S]*SECRET_OLD must have at least 32 characters each[\s\S]*TRUSTED_PROXIES/,
    );
  });

  it("prefers the command line to the environment", () => {
    expect(parseConfig({ PORT: "4000" }, { PORT: "5000", HOST: undefined })).toMatchObject({
      PORT: 5000,
      HOST: "0.0.0.0",
    });
  });

  it("doesn't repeat a wrong secret or a database's password", () => {
    for (const wrong of [
      { SECRET: "hunter2hunter2" },
      { SECRET_OLD: "hunter2hunter2" },
      { DATABASE_URL: "mysql://me:hunter2hunter2@host/db" },
      { SMTP_URL: "smpt://me:hunter2hunter2@host" },
    ]) {
      expect(() => parseConfig(wrong)).toThrow(/^(?![\s\S]*hunter2)/);
    }
  });

  it("accepts a public URL without its last slash and refuses text that isn't a URL", () => {
    expect(parseConfig({ PUBLIC_URL: "https://links.example.com/" }).PUBLIC_URL).toBe(
      "https://links.example.com",
    );
    expect(() => parseConfig({ PUBLIC_URL: "links.example.com" })).toThrow(/PUBLIC_URL must be a URL/);
  });

  it("is described accurately in docs/operations/configuration.md", async () => {
    await expect(configurationPage()).toMatchFileSnapshot("../../docs/operations/configuration.md");
  });
});
