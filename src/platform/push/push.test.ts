// @project unit
import { createECDH } from "node:crypto";
import { expect, it } from "vitest";
import { arePushKeys, encryptPush } from "./encryption.ts";
import { openPush } from "./push.ts";

const from = (text: string) => Buffer.from(text, "base64url");

it("a message is encrypted as in the example of RFC 8291", () => {
  const sender = createECDH("prime256v1");
  sender.setPrivateKey(from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const text = "When I grow up, I want to be a watermelon";
  const message = encryptPush(text, keys, { salt: from("DGv6ra1nlYgDCS1FRnbzlw"), sender });
  expect(message.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

it("only keys that a browser could have made are accepted", () => {
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  const auth = Buffer.alloc(16, 7).toString("base64url");
  expect(arePushKeys({ p256dh, auth })).toBe(true);
  const notOnCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 9)]).toString("base64url");
  expect(arePushKeys({ p256dh: notOnCurve, auth })).toBe(false);
  expect(arePushKeys({ p256dh: "", auth })).toBe(false);
  expect(arePushKeys({ p256dh, auth: auth.slice(2) })).toBe(false);
});

it("the instance’s keys may lack leading zeros, and have to belong together", () => {
  const keys = createECDH("prime256v1");
  keys.setPrivateKey(Buffer.of(1, 2, 3));
  const pair = {
    VAPID_PUBLIC_KEY: keys.getPublicKey("base64url"),
    VAPID_PRIVATE_KEY: Buffer.of(1, 2, 3).toString("base64url"),
  };
  expect(openPush(pair)?.privateKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  const other = createECDH("prime256v1").generateKeys("base64url");
  for (const wrong of [
    { VAPID_PUBLIC_KEY: other },
    { VAPID_PUBLIC_KEY: "" },
    { VAPID_PRIVATE_KEY: "" },
    { VAPID_PRIVATE_KEY: "nonsense" },
  ])
    expect(() => openPush({ ...pair, ...wrong })).toThrow();
  expect(openPush({ VAPID_PUBLIC_KEY: "", VAPID_PRIVATE_KEY: "" })).toBeUndefined();
});
