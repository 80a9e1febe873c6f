// @project server-postgres
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { makeSecret, signedHeaders } from "./webhook-signature.ts";

const message = { id: "msg_1", sentAt: new Date(), body: '{"type":"lead.created","name":"Grüße 👋"}' };

it("Standard Webhooks' own library accepts our signatures, with either of two secrets", () => {
  const [secret, old] = [makeSecret(), makeSecret()];
  const headers = signedHeaders(message, [secret, old]);
  for (const one of [secret, old])
    expect(new Webhook(one).verify(message.body, headers)).toEqual(JSON.parse(message.body));
});

it("… and refuses messages that were changed, signed with another secret, or sent long ago", () => {
  const secret = makeSecret();
  const headers = signedHeaders(message, [secret]);
  const verify =
    (body: string, sent = headers, by = secret) =>
    () =>
      new Webhook(by).verify(body, sent);
  expect(verify(message.body)).not.toThrow();
  expect(verify(`${message.body} `)).toThrow();
  expect(verify(message.body, { ...headers, "webhook-id": "msg_2" })).toThrow();
  expect(verify(message.body, headers, makeSecret())).toThrow();
  const old = { ...message, sentAt: new Date(Date.now() - 10 * 60_000) };
  expect(verify(message.body, signedHeaders(old, [secret]))).toThrow();
});
