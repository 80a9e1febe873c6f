import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  CANCELED,
  DECLINED,
  fieldsOf,
  type Json,
  listOf,
  now,
  paymentOf,
  REFUNDED,
  refusal,
  totalOf,
} from "./stripe-wire.ts";

const MONTH_S = 30 * 24 * 3600;

/** Answers like Stripe's API, as far as we use it, with the shapes of its version 2026-10-28. */
export class StripeServer {
  readonly webhookSecret = "whsec_test";
  /** Calls so far, such as `POST /v1/customers`. */
  readonly calls: string[] = [];
  /** True for a Stripe that's down. */
  isDown = false;
  /** What the next changes that cost something get. */
  declines = false;
  #server: Server | undefined;
  #count = 0;
  readonly #objects = new Map<string, Json>();
  readonly #idempotent = new Map<string, Json>();
  readonly #deleted = new Set<string>();

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    this.#server = server;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  all(kind: string): Json[] {
    return [...this.#objects.values()].filter(({ object }) => object === kind);
  }

  /** Someone pays in Stripe's checkout. */
  complete(url: string): Json {
    const session = this.#get(url.split("/").at(-1) ?? "");
    session.status = "complete";
    const { customer, line_items, discounts, subscription_data } = session;
    const start = now();
    const subscription = this.#put("sub", {
      object: "subscription",
      customer,
      status: "active",
      created: start + this.#count,
      start_date: start,
      metadata: subscription_data?.metadata ?? {},
      cancel_at: null,
      cancel_at_period_end: false,
      pause_collection: null,
      discounts: discounts ? [this.#discount(discounts[0].coupon)] : [],
      items: {
        object: "list",
        data: [
          {
            id: `si_${++this.#count}`,
            object: "subscription_item",
            quantity: Number(line_items[0].quantity),
            price: this.#get(line_items[0].price),
            current_period_start: start,
            current_period_end: start + MONTH_S,
          },
        ],
      },
    });
    this.bill(subscription.id, "paid");
    return subscription;
  }

  /** A coupon as it applies to a subscription. */
  #discount(id: string): Json {
    const coupon = this.#get(id);
    const months = Number(coupon.duration_in_months ?? 0);
    const end = coupon.duration === "repeating" ? now() + months * MONTH_S : null;
    return { id: `di_${++this.#count}`, object: "discount", end, source: { type: "coupon", coupon } };
  }

  /** What a customer owes, or less than nothing. */
  setBalance(customer: string, cents: number): void {
    this.#get(customer).balance = cents;
  }

  /** An invoice that's paid, or that fails again. */
  bill(subscriptionId: string, outcome: "paid" | "failed"): void {
    const subscription = this.#get(subscriptionId);
    const open = subscription.latest_invoice && this.#get(subscription.latest_invoice);
    const invoice =
      open?.status === "open"
        ? open
        : this.#put("in", {
            object: "invoice",
            number: `F-${++this.#count}`,
            customer: subscription.customer,
            created: now(),
            total: totalOf(subscription.items.data[0]),
            amount_paid: totalOf(subscription.items.data[0]),
            attempt_count: 0,
            hosted_invoice_url: "https://invoice.stripe.example/i",
          });
    invoice.attempt_count++;
    invoice.status = outcome === "paid" ? "paid" : "open";
    subscription.latest_invoice = invoice.id;
    subscription.status = outcome === "paid" ? "active" : "past_due";
  }

  /** Somebody deletes a customer in Stripe's dashboard. */
  deleteCustomer(id: string): void {
    this.#customers("DELETE", id, {});
  }

  /** Nothing that was made under other keys is known under these. */
  switchKeys(): void {
    this.#objects.clear();
    this.#idempotent.clear();
  }

  end(subscriptionId: string): void {
    this.#get(subscriptionId).status = "canceled";
  }

  /** A message of Stripe's, signed. */
  sign(event: Json, at = now()): { body: string; headers: Record<string, string> } {
    return this.signText(JSON.stringify(event), at);
  }

  signText(body: string, at = now()): { body: string; headers: Record<string, string> } {
    const v1 = createHmac("sha256", this.webhookSecret).update(`${at}.${body}`).digest("hex");
    return { body, headers: { "stripe-signature": `t=${at},v1=${v1}` } };
  }

  event(type: string, object: Json, id = `evt_${++this.#count}`): Json {
    return { id, object: "event", api_version: "2026-10-28.endive", type, created: now(), data: { object } };
  }

  #get(id: string): Json {
    const found = this.#objects.get(id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  }

  #put(prefix: string, object: Json): Json {
    const made: Json = { id: `${prefix}_${++this.#count}`, ...object };
    this.#objects.set(made.id, made);
    return made;
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://stripe");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = fieldsOf(new URLSearchParams(Buffer.concat(chunks).toString()));
    const call = `${request.method} ${pathname}`;
    this.calls.push(call);
    if (this.isDown) return refusal(500, "api_error", "Down");
    const key = String(request.headers["idempotency-key"] ?? "");
    const known = request.method === "POST" ? this.#idempotent.get(key) : undefined;
    if (known) return { status: 200, body: known };
    const body = this.#do(call, { ...fieldsOf(searchParams), ...sent });
    if (!body) return refusal(404, "invalid_request_error", `No such thing: ${call}`, "resource_missing");
    if (body === REFUNDED)
      return refusal(400, "invalid_request_error", "Refunded before.", "charge_already_refunded");
    if (body === CANCELED)
      return refusal(400, "invalid_request_error", "A canceled subscription can't be changed.");
    if (body === DECLINED) return refusal(402, "card_error", "Your card was declined.");
    if (key) this.#idempotent.set(key, body);
    return { status: 200, body };
  }

  #do(call: string, sent: Json): Json | undefined {
    const [method = "", path = ""] = call.split(" ");
    const [kind = "", id = ""] = path.replace("/v1/", "").split("/");
    if (kind === "customers") return this.#customers(method, id, sent);
    if (kind === "prices") return this.#prices(method, sent);
    if (kind === "coupons") return this.#coupons(method, id, sent);
    if (kind === "billing_portal")
      return this.#objects.has(sent.customer)
        ? this.#put("bps", { object: "billing_portal.session", url: "https://billing.stripe.example/p" })
        : undefined;
    if (kind === "checkout") return this.#sessions(path, sent);
    if (kind === "invoice_payments") return listOf([paymentOf(sent.invoice)]);
    if (kind === "refunds") return this.#refund(sent);
    if (kind === "invoices")
      return id === "create_preview"
        ? this.#preview(sent)
        : listOf(this.all("invoice").filter(({ customer }) => customer === sent.customer));
    if (kind === "subscriptions") return this.#subscriptions(method, id, sent);
    return undefined;
  }

  #prices(method: string, sent: Json): Json {
    if (method !== "GET") return this.#put("price", { object: "price", ...sent });
    const keys: string[] = Object.values(sent.lookup_keys);
    return listOf(this.all("price").filter(({ lookup_key }) => keys.includes(lookup_key)));
  }

  #coupons(method: string, id: string, sent: Json): Json | undefined {
    if (method === "GET") return this.#objects.get(id);
    const { percent_off = null, amount_off = null, ...terms } = sent;
    const off = (sentOff: string | null) => (sentOff === null ? null : Number(sentOff));
    const offs = { percent_off: off(percent_off), amount_off: off(amount_off) };
    return this.#put("co", { object: "coupon", ...offs, ...terms });
  }

  #refund(sent: Json): Json {
    const isRefunded = this.all("refund").some((one) => one.payment_intent === sent.payment_intent);
    return isRefunded ? REFUNDED : this.#put("re", { object: "refund", ...sent });
  }

  #customers(method: string, id: string, sent: Json): Json | undefined {
    if (method === "DELETE") {
      for (const one of this.all("subscription")) if (one.customer === id) one.status = "canceled";
      if (!this.#objects.delete(id)) return undefined;
      this.#deleted.add(id);
      return { id, object: "customer", deleted: true };
    }
    if (!id) return this.#put("cus", { object: "customer", balance: 0, ...sent });
    const known = this.#objects.get(id);
    if (known) return Object.assign(known, sent);
    return method === "GET" && this.#deleted.has(id) ? { id, object: "customer", deleted: true } : undefined;
  }

  #sessions(path: string, sent: Json): Json | undefined {
    const [id, action] = path.split("/").slice(4);
    if (action === "expire") {
      const session = this.#objects.get(id ?? "");
      if (session?.status !== "open") return undefined;
      return Object.assign(session, { status: "expired" });
    }
    const session = this.#put("cs", { object: "checkout.session", status: "open", ...sent });
    return Object.assign(session, { url: `https://checkout.stripe.example/${session.id}` });
  }

  #preview({ subscription_details, subscription }: Json): Json {
    if (this.#get(subscription).status === "canceled") return CANCELED;
    const total = this.#difference(this.#get(subscription), subscription_details.items[0]);
    const starting_balance = this.#get(this.#get(subscription).customer).balance;
    const amount_due = Math.max(0, total + starting_balance);
    return { id: "upcoming", object: "invoice", total, starting_balance, amount_due };
  }

  /** Without proration: what it's about here is that the numbers arrive. */
  #difference(subscription: Json, item: Json): number {
    const [now] = subscription.items.data;
    return totalOf({ ...now, quantity: Number(item.quantity) }) - totalOf(now);
  }

  #subscriptions(method: string, id: string, sent: Json): Json | undefined {
    const expanded = (one: Json) => ({
      ...one,
      customer: this.#objects.get(one.customer) ?? { id: one.customer, deleted: true },
      latest_invoice: one.latest_invoice ? this.#get(one.latest_invoice) : null,
    });
    if (!id && !this.#objects.has(sent.customer) && !this.#deleted.has(sent.customer)) return undefined;
    if (!id)
      return listOf(
        this.all("subscription")
          .filter(({ customer }) => customer === sent.customer)
          .map(expanded),
      );
    const subscription = this.#objects.get(id);
    if (!subscription) return undefined;
    if (method === "GET") return subscription;
    if (method === "DELETE") return Object.assign(subscription, { status: "canceled" });
    if (subscription.status === "canceled") return CANCELED;
    if (sent.items) {
      if (this.declines && this.#difference(subscription, sent.items[0]) > 0) return DECLINED;
      const [item] = subscription.items.data;
      item.quantity = Number(sent.items[0].quantity);
      if (sent.items[0].price) item.price = this.#get(sent.items[0].price);
    }
    if (sent.cancel_at_period_end !== undefined)
      subscription.cancel_at_period_end = sent.cancel_at_period_end === "true";
    if (sent.pause_collection === "") subscription.pause_collection = null;
    else if (sent.pause_collection)
      subscription.pause_collection = {
        behavior: "void",
        resumes_at: Number(sent.pause_collection.resumes_at),
      };
    if (sent.metadata) Object.assign(subscription.metadata, sent.metadata);
    if (sent.discounts) {
      subscription.discounts = [this.#discount(sent.discounts[0].coupon)];
    }
    return subscription;
  }
}
