import { describe, expect, it } from "vitest";
import { Vault } from "./vault.ts";

const vault = new Vault("a secret of this instance, long enough");

describe("the vault", () => {
  it("returns what was sealed, and never stores the same text the same way", () => {
    for (const text of ["", "JBSWY3DPEHPK3PXP", "Grüße 👋"]) {
      const sealed = vault.seal("row 1", text);
      expect(vault.open("row 1", sealed)).toBe(text);
      expect(vault.seal("row 1", text)).not.toBe(sealed);
    }
  });

  it("opens nothing that was changed, sealed for another purpose, or sealed with another secret", () => {
    const sealed = vault.seal("row 1", "JBSWY3DPEHPK3PXP");
    expect(sealed).not.toContain("JBSWY3");
    const changed = `${sealed.slice(0, -4)}AAAA`;
    for (const wrong of [changed, sealed.slice(4), "", "x"])
      expect(vault.open("row 1", wrong)).toBeUndefined();
    expect(vault.open("row 2", sealed)).toBeUndefined();
    expect(new Vault("another secret of this instance").open("row 1", sealed)).toBeUndefined();
  });

  it("recognizes text by a digest that includes its purpose", () => {
    expect(vault.digest("row 1", "abc")).toBe(vault.digest("row 1", "abc"));
    expect(vault.digest("row 2", "abc")).not.toBe(vault.digest("row 1", "abc"));
  });
});
