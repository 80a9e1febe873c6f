// @project server-postgres
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import { SIGN_IN_ATTEMPTS } from "../auth/limits.ts";
import { inTurn } from "./passwords.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

/** Two hashes being made that don't end before the test does, and others that wait. */
function flood(waiting: readonly string[]): () => Promise<unknown> {
  const end = Promise.withResolvers<void>();
  onTestFinished(() => end.resolve());
  const all = ["a", "b", ...waiting].map((who) => inTurn(who, () => end.promise));
  return () => {
    end.resolve();
    return Promise.all(all);
  };
}

const signIn = (email: string, address = "198.51.100.7") =>
  app
    .visitor()
    .call("POST", "/api/auth/sign-in/email", { email, password: PASSWORD }, { "x-forwarded-for": address });

const said = ({ status, body, headers }: Awaited<ReturnType<typeof signIn>>) => [
  status,
  body.code,
  headers.get("retry-after"),
];

it("a flood of sign-ins is refused at once, in words, and counts as no guess", async () => {
  const person = await app.signUp();
  const end = flood(Array.from({ length: 60 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`));
  for (let n = 0; n <= SIGN_IN_ATTEMPTS.attempts; n++)
    expect(said(await signIn(person.email))).toEqual([503, "PASSWORDS_BUSY", "5"]);
  const signUp = { name: "Ada", email: "ada@fans.example", password: PASSWORD };
  const answer = await app.visitor().call("POST", "/api/auth/sign-up/email", signUp);
  expect(said(answer)).toEqual([503, "PASSWORDS_BUSY", "5"]);
  await end();
  expect((await signIn(person.email)).status).toBe(200);
});

it("one network's flood leaves room for others, who wait for one of its passwords at most", async () => {
  const person = await app.signUp();
  const done: string[] = [];
  const own = Array.from({ length: 20 }, (_, n) => `2001:db8:1:1::${n.toString(16)}`);
  const end = flood(own);
  expect(said(await signIn(person.email, "2001:db8:1:1:ffff::1"))).toEqual([429, "TOO_MANY_PASSWORDS", "5"]);
  const other = inTurn("203.0.113.1", async () => void done.push("other"));
  const last = inTurn("2001:db8:1:2::1", async () => void done.push("last"));
  const elsewhere = signIn(person.email, "198.51.100.9");
  await end();
  await Promise.all([other, last]);
  expect(done).toEqual(["other", "last"]);
  expect((await elsewhere).status).toBe(200);
});

it("wrong and unknown people are told so as before", async () => {
  const answer = await signIn("nobody@fans.example");
  expect([answer.status, answer.body.code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
});
