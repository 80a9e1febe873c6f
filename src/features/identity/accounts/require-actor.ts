import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Member, Person } from "#src/platform/context.ts";

/**
 * The signed-in person, where nobody else may act: personal settings are off limits for programs and
 * colleagues.
 */
export function requireMember({ actor }: Pick<Ctx, "actor">): Member {
  if (actor.type !== "person") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  return actor;
}

/** The person acting, where only a person may. */
export function requirePerson(ctx: Pick<Ctx, "actor">): Person {
  return requireMember(ctx).person;
}

/** The id of the person acting, or of the one whose key a program acts with. */
export function requireResponsiblePersonId(ctx: Pick<Ctx, "actor">): string {
  return ctx.actor.type === "api-key" ? ctx.actor.maker : requirePerson(ctx).id;
}
