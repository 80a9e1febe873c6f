import { type AnyContractProcedure, ORPCError, ValidationError } from "@orpc/contract";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { type AnyRouter, implement } from "@orpc/server";
import type { EndpointMeta } from "#src/lib/endpoint.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import type { Ctx, Person, Platform, RequestFacts, Visit } from "../context.ts";

/** What the API knows of one request. `person` is looked up only for endpoints that need somebody. */
export interface Call {
  platform: Platform;
  requestId: string;
  request: RequestFacts;
  person(): Promise<Person | null>;
}

type Contract = Record<string, AnyContractProcedure>;
type InputOf<P> = P extends { "~orpc": { inputSchema?: infer S } } ? SchemaOut<NonNullable<S>> : unknown;
type OutputOf<P> = P extends { "~orpc": { outputSchema?: infer S } } ? SchemaIn<NonNullable<S>> : unknown;
type SchemaOut<S> = S extends { "~standard": { types?: infer T } }
  ? NonNullable<T> extends { output: infer O }
    ? O
    : unknown
  : unknown;
type SchemaIn<S> = S extends { "~standard": { types?: infer T } }
  ? NonNullable<T> extends { input: infer I }
    ? I
    : unknown
  : unknown;

/** Endpoint by endpoint the verb that does it. A `public` endpoint's verb takes a `Visit`, every other one a `Ctx`. */
export type VerbTable<C extends Contract> = {
  [K in keyof C]: (
    ctx: Ctx,
    input: InputOf<C[K]>,
    signal?: AbortSignal,
  ) => Promise<OutputOf<C[K]>> | OutputOf<C[K]>;
};

interface Admission {
  context: Call;
  procedure: AnyContractProcedure;
  next(options: { context: { ctx: Ctx } }): unknown;
}

/** Before anything of the input is read: a stranger does not even learn what a request has to look like. */
async function admitCaller({ context, procedure, next }: Admission): Promise<unknown> {
  const { access } = procedure["~orpc"].meta as unknown as EndpointMeta;
  return next({ context: { ctx: await admit(context, access) } });
}

interface Work {
  input: unknown;
  context: { ctx: Ctx };
  signal?: AbortSignal;
}

interface Implementer {
  $context(): {
    use(middleware: unknown): Record<string, { handler(handle: (work: Work) => unknown): unknown }>;
  };
}

/** Ties a contract to its verbs. Access, parsing and answers follow from the contract: there is nothing to write per route. */
export function routes<C extends Contract>(contract: C, verbs: VerbTable<C>): AnyRouter {
  const endpoints = (implement(contract) as unknown as Implementer).$context().use(admitCaller);
  const router: Record<string, unknown> = {};
  for (const name of Object.keys(contract)) {
    const verb = verbs[name] as (ctx: Ctx, input: unknown, signal?: AbortSignal) => unknown;
    router[name] = endpoints[name]?.handler(({ input, context, signal }) => verb(context.ctx, input, signal));
  }
  return router as AnyRouter;
}

async function admit(call: Call, access: EndpointMeta["access"]): Promise<Ctx> {
  const { platform, request, requestId } = call;
  // What a verb logs can be found by the id that its answer carries.
  const visit: Visit = { ...platform, log: platform.log.child({ request_id: requestId }), request };
  if (access === "public") return visit as Ctx;
  const person = await call.person();
  if (!person) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
  // What is not for you does not exist: a stranger to the instance's own pages learns nothing of them.
  if (access === "founder" && person.role !== "founder") throw failure(GENERAL_ERRORS, "NOT_FOUND");
  return { ...visit, actor: person, account: person.id };
}

/** Serves `router` below `/api/v1`; the one place where refusals become HTTP answers. */
export function apiHandler(
  router: AnyRouter,
): (request: Request, call: Call) => Promise<Response | undefined> {
  const handler = new OpenAPIHandler(router, {
    customErrorResponseBodyEncoder: (error) => ({
      code: error.code,
      message: error.message,
      data: error.data ?? undefined,
      request_id: requestIds.get(error),
    }),
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          throw answerFor(error, context as Call);
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          // Verbs' errors are answers by now: what still is none came up while the request was being read.
          throw answerFor(error instanceof ORPCError ? error : unreadable(), context as Call);
        }
      },
    ],
  });
  return async (request, call) => {
    const { matched, response } = await handler.handle(request, {
      prefix: "/api/v1",
      context: call as never,
    });
    return matched ? response : undefined;
  };
}

const requestIds = new WeakMap<object, string>();

function unreadable(): ORPCError<string, unknown> {
  const message = "The request could not be read. Is it valid JSON?";
  return new ORPCError("BAD_REQUEST", { status: 400, message });
}

function answerFor(error: unknown, call: Call): ORPCError<string, unknown> {
  const answer = error instanceof ORPCError ? fromRouter(error) : fromVerb(error, call);
  requestIds.set(answer, call.requestId);
  return answer;
}

function fromVerb(error: unknown, call: Call): ORPCError<string, unknown> {
  if (error instanceof Failure) {
    return new ORPCError(error.code, { status: error.status, message: error.message, data: error.data });
  }
  call.platform.log.error({ err: error, request_id: call.requestId }, "request failed");
  return new ORPCError("INTERNAL_SERVER_ERROR", {
    status: 500,
    message: "An error occurred. Please try again later.",
  });
}

function fromRouter(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  if (error.code !== "BAD_REQUEST" || !(error.cause instanceof ValidationError)) return error;
  const fields: Record<string, string> = {};
  for (const issue of error.cause.issues) {
    const path = (issue.path ?? [])
      .map((part) => String(typeof part === "object" ? part.key : part))
      .join(".");
    fields[path] ??= issue.message;
  }
  const [first] = Object.entries(fields);
  const message = first ? `${first[0] ? `${first[0]}: ` : ""}${first[1]}` : "The request is not as expected.";
  return new ORPCError("BAD_REQUEST", { status: 400, message, data: { fields } });
}
