import { ORPCError } from "@orpc/client";
import { describe, expect, it } from "vitest";
import { AuthError, apiErrorOf, errorMessage, isSignedOut, isUnreachable } from "./api-error.ts";

const FALLBACK = "Failed to create profile";

describe("what people read when something fails", () => {
  it("is the server's own sentence if it refused", () => {
    const error = new ORPCError("PROFILE_LIMIT", { status: 409, message: "Profile creation limit reached." });
    expect(errorMessage(error, FALLBACK)).toBe("Profile creation limit reached.");
    expect(apiErrorOf(error)).toMatchObject({ code: "PROFILE_LIMIT", status: 409 });
  });

  it("§8 is the fallback if the server broke down, whatever it said", () => {
    const error = new ORPCError("INTERNAL_SERVER_ERROR", { status: 500, message: "relation missing" });
    expect(errorMessage(error, FALLBACK)).toBe("Failed to create profile");
    expect(errorMessage(new Error("boom"), FALLBACK)).toBe("Failed to create profile");
  });

  it("says that the server can't be reached if nothing got through", () => {
    expect(errorMessage(new TypeError("Failed to fetch"), "It could not be saved. Please try again.")).toBe(
      "It could not be saved: the server can’t be reached.",
    );
  });
});

describe("an unreachable server", () => {
  it("is one that never answered, not one that refused or broke down", () => {
    expect(isUnreachable(new TypeError("Failed to fetch"))).toBe(true);
    expect(isUnreachable(new ORPCError("CHANGED_MEANWHILE", { status: 409 }))).toBe(false);
    expect(isUnreachable(new ORPCError("INTERNAL_SERVER_ERROR", { status: 500 }))).toBe(false);
  });
});

describe("an expired session", () => {
  it("is recognized by 401, from the product's API and from signing in", () => {
    expect(isSignedOut(new ORPCError("UNAUTHORIZED", { status: 401 }))).toBe(true);
    expect(isSignedOut(new AuthError({ code: "INVALID", status: 401, message: "no" }))).toBe(true);
    expect(isSignedOut(new ORPCError("FORBIDDEN", { status: 403 }))).toBe(false);
    expect(isSignedOut(new TypeError("Failed to fetch"))).toBe(false);
  });
});
