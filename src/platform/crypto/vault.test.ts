// @project unit
import { describe, expect, it } from "vitest";
import { Vault } from "./vault.ts";

const SECRET = "a secret of this instance, long enough";
const vault = new Vault([SECRET]);

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
    expect(new Vault(["another secret of this instance"]).open("row 1", sealed)).toBeUndefined();
  });

  it("recognizes text by a digest that includes its purpose", () => {
    expect(vault.digest("row 1", "abc")).toBe(vault.digest("row 1", "abc"));
    expect(vault.digest("row 2", "abc")).not.toBe(vault.digest("row 1", "abc"));
  });

  it("5.1.11 knows what earlier secrets sealed and signed, and seals it anew so that they can go", () => {
    const [sealed, digest] = [vault.seal("row 1", "abc"), vault.digest("row 1", "abc")];
    const rotated = new Vault(["another secret of this instance", "a third one", SECRET]);
    const alone = new Vault(["another secret of this instance"]);
    expect([vault.isRotated, rotated.isRotated]).toEqual([false, true]);
    expect(rotated.open("row 1", sealed)).toBe("abc");
    expect(rotated.digests("row 1", "abc")).toEqual([
      alone.digest("row 1", "abc"),
      new Vault(["a third one"]).digest("row 1", "abc"),
      digest,
    ]);
    expect(rotated.digest("row 1", "abc")).toBe(alone.digest("row 1", "abc"));
    const known = (text: string, given: string) => rotated.recognizes("row 1", text, given);
    expect([
      known("abc", digest),
      known("abd", digest),
      known("abc", ""),
      known("abc", `${digest}ü`),
    ]).toEqual([true, false, false, false]);
    const anew = rotated.reseal("row 1", sealed);
    expect([anew?.text, alone.open("row 1", anew?.sealed ?? "")]).toEqual(["abc", "abc"]);
    expect(rotated.reseal("row 1", anew?.sealed ?? "")).toBeUndefined();
    expect(rotated.reseal("row 2", sealed)).toBeUndefined();
  });
});
