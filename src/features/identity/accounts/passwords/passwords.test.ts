// @project unit
import { describe, expect, it } from "vitest";
import { requireGoodPassword } from "./passwords.ts";

const ABOUT = ["Nora Sings", "nora@mailbox.example", "Chorus House"];
const check = (password: string) =>
  requireGoodPassword(password, ABOUT).then(
    () => "good",
    (refusal: { code: string; message: string }) => `${refusal.code}: ${refusal.message}`,
  );

describe("a password", () => {
  it.each(["aaaaaaaaaa", "abcabcabcabc", "jjjjjjjjjjk", "x".repeat(200)])(
    "is more than repeats: %s",
    async (password) => {
      expect(await check(password)).toMatch(/^PASSWORD_GUESSABLE: Repeated characters are easy to guess\./);
    },
  );

  it.each(["abcdefghij", "9876543210", "asdfghjkl;'"])("is more than a sequence: %s", async (password) => {
    expect(await check(password)).toMatch(/^PASSWORD_(GUESSABLE: Sequences|LEAKED)/);
  });

  it.each(["nora@mailbox.example", "NoraSings1", "nora sings", "chorushouse2026"])(
    "is more than what everyone knows about its owner: %s",
    async (password) => {
      expect(await check(password)).toMatch(/^PASSWORD_GUESSABLE: Your name, your e-mail address/);
    },
  );

  it.each(["dragonmonkey12", "sunshinebaseball"])("is more than two common words: %s", async (password) => {
    expect(await check(password)).toMatch(/^PASSWORD_GUESSABLE: That password is too easy to guess\./);
  });

  it.each(["qwertyuiop", "Password123!"])("is on no list of leaked ones: %s", async (password) => {
    expect(await check(password)).toMatch(/^PASSWORD_LEAKED: /);
  });

  it("has 10 to 200 characters", async () => {
    expect(await check("short")).toBe("PASSWORD_TOO_SHORT: Use at least 10 characters.");
    expect(await check("y4Kb".repeat(51))).toBe("PASSWORD_TOO_LONG: Use at most 200 characters.");
  });

  it.each([
    "correct horse battery staple",
    "onlylettersbutrare",
    "mein hund heisst rex",
    "Tr0ub4dor&3x",
    "ゾウの背中で昼寝する",
  ])("needs no mix of characters: %s", async (password) => {
    expect(await check(password)).toBe("good");
  });
});
