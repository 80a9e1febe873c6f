import {
  type AnyContractProcedure,
  type ContractProcedure,
  type ErrorMap,
  type InferSchemaInput,
  type InferSchemaOutput,
  type Meta,
  ORPCError,
  ValidationError,
} from "@orpc/contract";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { StandardOpenAPIMatcher } from "@orpc/openapi/standard";
import { type AnyRouter, implement } from "@orpc/server";
import type * as z from "zod";
import type { Access, Endpoint, OpenAccess, StaffAccess } from "#src/lib/access.ts";
import { type BodyRule, type EndpointMeta, fileTypes, isQuestion, JSON_BODY } from "#src/lib/endpoint.ts";
import { Failure, retryAfter } from "#src/lib/errors.ts";
import type { Language } from "#src/lib/language.ts";
import { API_PATH } from "#src/lib/paths.ts";
import type {
  ApiKey,
  Ctx,
  Person,
  Platform,
  RequestFacts,
  StaffCtx,
  StaffKey,
  VisitorCtx,
} from "../context.ts";
import { toBusyFailure } from "../db/database-unavailable.ts";
import { translatorFor } from "../languages.ts";
import { featureOf, requireFeature } from "./feature-gate.ts";
import { hasIdempotencyKey, withIdempotency } from "./idempotency.ts";
import { StreamedFile } from "./streamed-file.ts";
import { translateOutput } from "./translate-output.ts";
import { requireKnownFields, requireNoQuery, requireSameAsUrl } from "./unknown-input.ts";

/** The signed-in person, and the account that their session last used if it isn't their own. */
export interface SignedIn {
  type: "person";
  person: Person;
  session: { id: string; account: string | null };
}

export interface KeyCaller extends ApiKey {
  account: string;
  profileIds: readonly string[] | null;
}

/** A program with a staff key, and the person who made it as they are now. */
export interface StaffKeyCaller extends StaffKey {
  type: "staff-key";
  person: Person;
}

export type Caller = SignedIn | KeyCaller | StaffKeyCaller;

/** The API's view of a request. `caller` is looked up only for endpoints that need one. */
export interface Call {
  platform: Platform;
  requestId: string;
  request: RequestFacts;
  caller(): Promise<Caller | null>;
  account: string | undefined;
  /** Set where only public endpoints exist. */
  isForVisitors: boolean;
  /** True once the whole body has arrived, read or not. */
  hasArrived(): boolean;
  /** Returns the request with its body, which hasn't been read before. */
  receive(rule: BodyRule): Promise<Request>;
}

type AnyCtx = VisitorCtx | Ctx | StaffCtx;

/** Decides whether a call may continue, and creates its verb's first argument. */
export type Authorize = (call: Call, endpoint: Endpoint) => Promise<AnyCtx>;

type AdmittedCall = Call & { ctx: AnyCtx };

type Contract = Record<string, AnyContractProcedure>;
type Procedure<P> = P extends ContractProcedure<infer I, infer O, ErrorMap, Meta> ? [I, O] : never;
type InputOf<P> = InferSchemaOutput<Procedure<P>[0]>;
type OutputOf<P> = InferSchemaInput<Procedure<P>[1]>;
type AccessOf<P> = P extends { "~orpc": { meta: { access: infer A } } } ? A : never;
/** The context type that a verb gets according to its contract. */
type CtxOf<P> =
  AccessOf<P> extends OpenAccess ? VisitorCtx : AccessOf<P> extends StaffAccess ? StaffCtx : Ctx;

export type VerbTable<C extends Contract> = {
  [K in keyof C]: (
    ctx: CtxOf<C[K]>,
    input: InputOf<C[K]>,
    signal?: AbortSignal,
  ) => Promise<OutputOf<C[K]>> | OutputOf<C[K]>;
};

interface Work {
  input: unknown;
  context: { ctx: AnyCtx };
  signal?: AbortSignal;
}

interface Implementer {
  $context(): Record<string, { handler(handle: (work: Work) => unknown): unknown }>;
}

/**
 * Connects a contract to its verbs. Access checks, parsing, and responses follow from the contract, so no
 * route needs code of its own.
 */
export function routes<C extends Contract>(contract: C, verbs: VerbTable<C>): AnyRouter {
  const endpoints = (implement(contract) as unknown as Implementer).$context();
  const router: Record<string, unknown> = {};
  for (const name of Object.keys(contract)) {
    const verb = verbs[name] as (ctx: AnyCtx, input: unknown, signal?: AbortSignal) => unknown;
    router[name] = endpoints[name]?.handler(({ input, context, signal }) => verb(context.ctx, input, signal));
  }
  return router as AnyRouter;
}

export interface ApiHandler {
  /** Returns undefined if there's no such endpoint. */
  handle(request: Request, call: Call): Promise<Response | undefined>;
  methodsAt(pathname: string): Promise<string[]>;
}

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Serves `router` under `/api/v1`. Access is checked before any of the body is read, so a stranger costs
 * nothing and doesn't even learn what a request should look like.
 */
export function apiHandler(router: AnyRouter, admit: Authorize): ApiHandler {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const handler = openApiHandler(router);
  const find = (method: string, pathname: string) =>
    matcher.match(method, pathname.slice(API_PATH.length).replace(/\/$/, "") as `/${string}`);
  const methodsAt: ApiHandler["methodsAt"] = async (pathname) => {
    const found = await Promise.all(METHODS.map(async (method) => [method, await find(method, pathname)]));
    return found.flatMap(([method, match]) => (match ? [method as string] : []));
  };
  const handle = async (request: Request, call: Call) => {
    const match = await find(request.method, new URL(request.url).pathname);
    if (!match) return undefined;
    const { access, body = JSON_BODY } = match.procedure["~orpc"].meta as unknown as EndpointMeta;
    if (call.isForVisitors && access.to !== "everyone") return undefined;
    const endpoint = endpointOf(match.procedure, access);
    const feature = featureOf({ ...endpoint, tag: match.procedure["~orpc"].route.tags?.[0] });
    const enter = async () => {
      const ctx = await admit(call, endpoint);
      await requireFeature(ctx, feature);
      return ctx;
    };
    const admitted = await enter();
    if (request.method !== "GET" && !body.isLenient) requireNoQuery(request);
    const hasArrived = call.hasArrived();
    const received = request.method === "GET" ? request : await call.receive(body);
    if (!call.request.isLenient) await requireSameAsUrl(received, match.params);
    // A slow sender may have lost access in the meantime.
    const ctx = hasArrived ? admitted : await enter();
    const answer = (ctx: AnyCtx, request = call.request) =>
      answerCall(handler, received, { ...call, ctx, request });
    if (!isKnown(ctx) || body.isRepeatable || !hasIdempotencyKey(received)) return answer(ctx);
    // Stored in English, so that a repeated request gets the response in its own language.
    const inEnglish = { ...call.request, language: "en" as const };
    const kept = await withIdempotency(ctx, received, (ctx) => answer(ctx, inEnglish));
    return translateStored(match.procedure, kept, call.request.language);
  };
  return { handle, methodsAt };
}

function endpointOf(procedure: AnyContractProcedure, access: Access): Endpoint {
  const { route, outputSchema } = procedure["~orpc"];
  const { method = "GET", path = "/" } = route;
  const isChange = method !== "GET" && !isQuestion(path);
  return { access, method, path, isChange, givesFile: fileTypes(outputSchema ?? {}) !== undefined };
}

async function translateStored(
  procedure: AnyContractProcedure,
  kept: Response,
  language: Language | undefined,
): Promise<Response> {
  const { headers } = kept;
  const isFile = headers.has("content-disposition");
  const isJson = !isFile && headers.get("content-type")?.startsWith("application/json");
  if (!kept.ok || !isJson || language === "en") return kept;
  const said = await translateAnswer(procedure, await kept.json(), language);
  return Response.json(said, { status: kept.status, headers });
}

function isKnown(ctx: AnyCtx): ctx is Ctx | StaffCtx {
  return ctx.actor.type !== "visitor";
}

async function answerCall(
  handler: ReturnType<typeof openApiHandler>,
  request: Request,
  call: AdmittedCall,
): Promise<Response> {
  const { response } = await handler.handle(request, { prefix: API_PATH, context: call as never });
  if (!response) throw new Error("The router has no verb for an endpoint of its own.");
  const seconds = retryAfters.get(call.ctx);
  if (seconds !== undefined) response.headers.set("Retry-After", String(seconds));
  const file = files.get(call.ctx);
  if (file) {
    response.headers.set("Content-Type", file.type);
    response.headers.set("Content-Disposition", `attachment; filename="${file.name}"`);
  }
  return response;
}

/** Turns verbs' failures into HTTP responses. No other code does. */
function openApiHandler(router: AnyRouter) {
  return new OpenAPIHandler(router, {
    customErrorResponseBodyEncoder: (error) => ({
      code: error.code,
      message: error.message,
      data: error.data ?? undefined,
      request_id: requestIds.get(error),
    }),
    clientInterceptors: [
      async ({ next, context, procedure, input }) => {
        try {
          const { ctx, platform, requestId, request } = context as AdmittedCall;
          if (!request.isLenient) requireKnownFields(procedure, input);
          const output = await next();
          if (!(output instanceof StreamedFile)) return translateAnswer(procedure, output, request.language);
          files.set(ctx, output);
          return output.stream((error) =>
            platform.log.error({ err: error, request_id: requestId }, "a file broke off"),
          );
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
          // Errors from verbs are responses by now, so anything else went wrong while the request was being
          // read.
          throw answerFor(error instanceof ORPCError ? error : unreadable(), context as AdmittedCall);
        }
      },
    ],
  });
}

async function translateAnswer(
  procedure: AnyContractProcedure,
  output: unknown,
  language: Language = "en",
): Promise<unknown> {
  const schema = procedure["~orpc"].outputSchema as z.core.$ZodType | undefined;
  if (language === "en" || !schema) return output;
  return translateOutput(schema, output, await translatorFor(language));
}

const requestIds = new WeakMap<object, string>();
const retryAfters = new WeakMap<AnyCtx, number>();
/** Files that are still being written when their response begins. */
const files = new WeakMap<AnyCtx, StreamedFile>();

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
  if (!(error instanceof Failure))
    call.platform.log.error({ err: error, request_id: call.requestId }, "request failed");
  const refusal = error instanceof Failure ? error : toBusyFailure(error);
  if (refusal) {
    const { code, status, message, data } = refusal;
    const seconds = retryAfter(refusal);
    if (seconds !== undefined) retryAfters.set(call.ctx, seconds);
    return new ORPCError(code, { status, message, data });
  }
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
