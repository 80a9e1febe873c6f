import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Member, Person } from "#src/platform/context.ts";

/** Returns the signed-in person. Personal settings are off limits for API keys and colleagues. */
export function requireMember({ actor }: Pick<Ctx, "actor">): Member {
  if (actor.type !== "person") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  return actor;
}

export function requirePerson(ctx: Pick<Ctx, "actor">): Person {
  return requireMember(ctx).person;
}

export function requireResponsiblePersonId(ctx: Pick<Ctx, "actor">): string {
  return ctx.actor.type === "api-key" ? ctx.actor.maker : requirePerson(ctx).id;
}
