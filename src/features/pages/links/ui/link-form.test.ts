import { describe, expect, it } from "vitest";
import { linkFormChecks } from "./link-form.ts";

describe("the form of a link", () => {
  it("refuses the local network with the server’s sentence, wherever the instance runs", () => {
    const said = ["http://localhost:3000", "http://192.168.1.20/", "example.com"].map(linkFormChecks().url);
    const dangerous = "URL contains dangerous protocol or suspicious content";
    expect(said).toEqual([dangerous, dangerous, null]);
  });
});
