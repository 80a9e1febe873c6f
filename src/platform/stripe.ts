import type { Stripe } from "stripe";
import { requireNetworkAllowed } from "./db/transaction-guard.ts";
import { noting } from "./observe/doors.ts";

/** Stripe's API client, and the signing secret of its webhooks. */
export interface StripeAccess {
  client: Stripe;
  webhookSecret: string;
}

interface StripeConfig {
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_API_URL: string;
}

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/**
 * Returns undefined without keys. Stripe's library takes a while to load, so only instances that need it wait
 * for it.
 */
export async function openStripe(config: StripeConfig): Promise<StripeAccess | undefined> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  if (!key) return undefined;
  const { Stripe } = await import("stripe");
  const { hostname: host, port, protocol } = new URL(config.STRIPE_API_URL);
  const httpClient = Stripe.createNodeHttpClient();
  const { makeRequest } = httpClient;
  httpClient.makeRequest = async (...args) => {
    requireNetworkAllowed();
    return noting("stripe", () => makeRequest.apply(httpClient, args));
  };
  const client = new Stripe(key, {
    httpClient,
    host,
    port: port || (protocol === "http:" ? "80" : "443"),
    protocol: protocol === "http:" ? "http" : "https",
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
  return { client, webhookSecret };
}
