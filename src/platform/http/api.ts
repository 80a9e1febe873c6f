import { type AnyContractProcedure, ORPCError, ValidationError } from "@orpc/contract";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { StandardOpenAPIMatcher } from "@orpc/openapi/standard";
import { type AnyRouter, implement } from "@orpc/server";
import { type BodyRule, type EndpointMeta, GENERAL_ERRORS, JSON_BODY } from "#src/lib/endpoint.ts";
import { Failure, failure, retryAfter } from "#src/lib/errors.ts";
import type { Ctx, Person, Platform, RequestFacts, Visit } from "../context.ts";

/** What the API knows of one request. `person` is looked up only for endpoints that need somebody. */
export interface Call {
  platform: Platform;
  requestId: string;
  request: RequestFacts;
  person(): Promise<Person | null>;
  /** True where only what anybody may call exists. */
  isForVisitors: boolean;
  /** The request with its body, which nobody has read until now. */
  receive(rule: BodyRule): Promise<Request>;
}

/** A call whose caller may make it. */
type AdmittedCall = Call & { ctx: Ctx };

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

interface Work {
  input: unknown;
  context: { ctx: Ctx };
  signal?: AbortSignal;
}

interface Implementer {
  $context(): Record<string, { handler(handle: (work: Work) => unknown): unknown }>;
}

/** Ties a contract to its verbs. Access, parsing and answers follow from the contract: there is nothing to write per route. */
export function routes<C extends Contract>(contract: C, verbs: VerbTable<C>): AnyRouter {
  const endpoints = (implement(contract) as unknown as Implementer).$context();
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
  const isSignedIn = async () => (await call.person())?.id === person.id;
  return { ...visit, actor: person, account: person.id, isSignedIn };
}

const PREFIX = "/api/v1";

/**
 * Serves `router` below `/api/v1`. Who may call is asked before anything of a body is read: a stranger costs nothing, and
 * does not even learn what a request has to look like.
 */
export function apiHandler(
  router: AnyRouter,
): (request: Request, call: Call) => Promise<Response | undefined> {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const handler = openApiHandler(router);
  return async (request, call) => {
    const path = new URL(request.url).pathname.slice(PREFIX.length).replace(/\/$/, "");
    const match = await matcher.match(request.method, path as `/${string}`);
    if (!match) return undefined;
    const { access, body = JSON_BODY } = match.procedure["~orpc"].meta as unknown as EndpointMeta;
    if (call.isForVisitors && access !== "public") return undefined;
    const ctx = await admit(call, access);
    const received = request.method === "GET" ? request : await call.receive(body);
    const context: AdmittedCall = { ...call, ctx };
    const { matched, response } = await handler.handle(received, {
      prefix: PREFIX,
      context: context as never,
    });
    if (!matched) return undefined;
    const seconds = retryAfters.get(ctx);
    if (seconds !== undefined) response.headers.set("Retry-After", String(seconds));
    return response;
  };
}

/** The one place where verbs' refusals become HTTP answers. */
function openApiHandler(router: AnyRouter) {
  return new OpenAPIHandler(router, {
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
          throw answerFor(error, context as AdmittedCall);
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          // Verbs' errors are answers by now: what still is none came up while the request was being read.
          throw answerFor(error instanceof ORPCError ? error : unreadable(), context as AdmittedCall);
        }
      },
    ],
  });
}

const requestIds = new WeakMap<object, string>();
const retryAfters = new WeakMap<Ctx, number>();

function unreadable(): ORPCError<string, unknown> {
  const message = "We couldn’t read this request. Check that it’s valid JSON.";
  return new ORPCError("BAD_REQUEST", { status: 400, message });
}

function answerFor(error: unknown, call: AdmittedCall): ORPCError<string, unknown> {
  const answer = error instanceof ORPCError ? fromRouter(error) : fromVerb(error, call);
  requestIds.set(answer, call.requestId);
  return answer;
}

function fromVerb(error: unknown, call: AdmittedCall): ORPCError<string, unknown> {
  if (error instanceof Failure) {
    const seconds = retryAfter(error);
    if (seconds !== undefined) retryAfters.set(call.ctx, seconds);
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
  const message = first
    ? `${first[0] ? `${first[0]}: ` : ""}${first[1]}`
    : "The request isn’t what we expected.";
  return new ORPCError("BAD_REQUEST", { status: 400, message, data: { fields } });
}
