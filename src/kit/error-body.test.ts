import { expect, it } from "vitest";
import { apiErrorOf } from "./api-error.ts";
import { errorIn } from "./error-body.ts";

const refused = (body: unknown, status = 409) => apiErrorOf(errorIn(body, { status }));

it("a refusal keeps its code, its sentence, and what it says about fields", () => {
  const body = { code: "USERNAME_TAKEN", message: "That username is taken.", data: { field: "username" } };
  expect(refused(body)).toEqual({ ...body, status: 409 });
  expect(refused({ code: "X", message: "No." })).toEqual({
    code: "X",
    message: "No.",
    status: 409,
    data: undefined,
  });
});

it("a server that broke down has refused nothing", () => {
  expect(refused({ code: "INTERNAL_SERVER_ERROR", message: "Sorry." }, 500)).toBeUndefined();
});

it.each([[null], ["<html>"], [{}], [{ code: 7, message: "x" }], [{ code: "X" }], [[]]])(
  "what a proxy says is no refusal: %j",
  (body) => {
    expect(errorIn(body, { status: 502 })).toBeNull();
  },
);
