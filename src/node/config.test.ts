// @project unit
import { describe, expect, it } from "vitest";
import { parseConfig, SETTINGS } from "./config.ts";
import { configurationDocs } from "./config-docs.ts";
import { instanceSettings } from "./slices.ts";

function refusalOf(environment: Record<string, string>): string | undefined {
  try {
    parseConfig(environment);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

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
      PLANS: "none",
      NEW_ACCOUNT_MAILS: "lots",
    };
    expect(() => parseConfig(wrong)).toThrow(
      [
        "Some settings need fixing:",
        'PORT is "ninety". It must be a number.',
        "DATABASE_URL is wrong. It must begin with postgres://.",
        'ROLES is "web,cook". It can only be web, worker, or both.',
        "SECRET is wrong. It must have at least 32 characters.",
        "SECRET_OLD is wrong. It must have at least 32 characters each.",
        'TRUSTED_PROXIES is "everybody". "everybody" is not a network. Write addresses or networks such as 10.0.0.0/8, or the words loopback, private, cloudflare or none.',
        'NEW_ACCOUNT_MAILS is "lots". Enter a whole number from 1 to 9,999,999, or choose none.',
        'PLANS is "none". It must be free or off.',
      ].join("\n  "),
    );
  });

  it("refuses every wrong setting in whole sentences", () => {
    const variables = [...Object.keys(SETTINGS), ...instanceSettings.map(({ variable }) => variable)];
    for (const name of variables) {
      const [, ...lines] = (refusalOf({ [name]: " " }) ?? refusalOf({ [name]: "<x" }) ?? "").split("\n  ");
      for (const line of lines)
        expect(line).toMatch(
          /^[A-Z\d_]+(?: is (?:wrong|"[^"]*")\. ["“\p{Lu}].*| and .*| needs .*|, .* go together.*)\.$/u,
        );
    }
  });

  it("knows a name with a typo, and nothing that other programs call theirs", () => {
    const misspelled = (...names: string[]) =>
      parseConfig(Object.fromEntries(names.map((name) => [name, "x"]))).misspelled.map(({ meant }) => meant);
    expect(misspelled("SMTP_ULR", "PUBLIC_URI", "DATABASEURL", "mail_from", "GOOGLE_CLIENTID")).toEqual([
      ...["SMTP_URL", "PUBLIC_URL", "DATABASE_URL", "MAIL_FROM", "GOOGLE_CLIENT_ID"],
    ]);
    expect(
      misspelled(
        "PATH",
        "HOSTS",
        "PORTS",
        "SECRETS",
        "HOSTNAME",
        "SMTP_HOST",
        "PUBLIC_KEY",
        "XDG_DATA_DIRS",
        "SMTP_USER",
      ),
    ).toEqual([]);
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
    expect(() => parseConfig({ PUBLIC_URL: "links.example.com" })).toThrow(
      /PUBLIC_URL is "links.example.com". It must be a URL such as/,
    );
  });

  it("is described accurately in docs/operations/configuration.md", async () => {
    await expect(configurationDocs()).toMatchFileSnapshot("../../docs/operations/configuration.md");
  });
});
