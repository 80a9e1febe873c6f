import { expect, it } from "vitest";
import { missingFields, valuesOf } from "./mailbox-values.ts";
import { ANOTHER_SERVER, presetNamed } from "./presets.ts";

const EMPTY = valuesOf(undefined);

it("names everything that’s missing at once, but no username that the sender’s address will do for", () => {
  const gaps = (name: string, isSaved = false) =>
    Object.keys(missingFields({ ...EMPTY, ...presetNamed(name) }, { preset: presetNamed(name), isSaved }));
  expect(gaps("Gmail")).toEqual(["from_name", "from_address", "password"]);
  expect(gaps("Gmail", true)).toEqual(["from_name", "from_address"]);
  expect(gaps("Amazon SES")).toContain("username");
  expect(gaps(ANOTHER_SERVER)).toContain("host");
});

it("asks for no password where nobody signs in, and nothing once all is there", () => {
  const values = { ...EMPTY, from_name: "Mia", from_address: "mia@mia.art", host: "mail.mia.art" };
  const preset = presetNamed(ANOTHER_SERVER);
  expect(missingFields({ ...values, auth: "none" }, { preset, isSaved: false })).toEqual({});
  expect(missingFields({ ...values, from_name: " " }, { preset, isSaved: true })).toEqual({
    from_name: "Enter the name that fans see as the sender.",
  });
});
