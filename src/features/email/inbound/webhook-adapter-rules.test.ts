import { expect, it } from "vitest";
import { parseReports } from "./webhook-adapter-rules.ts";

const ses = (bounceType: string, bounceSubType: string, person: object = {}) =>
  parseReports("ses", {
    eventType: "Bounce",
    mail: { destination: ["nora@fans.example"], commonHeaders: { messageId: "<1@mia.example>" } },
    bounce: {
      bounceType,
      bounceSubType,
      feedbackId: "1",
      timestamp: "2026-11-23T06:00:00Z",
      bouncedRecipients: [{ emailAddress: "nora@fans.example", ...person }],
    },
  }).map(({ kind }) => kind);
const postmark = (Type: string, Details = "") =>
  parseReports("postmark", { RecordType: "Bounce", Type, Details, ID: 1, Email: "nora@fans.example" }).map(
    ({ kind }) => kind,
  );

it("5.10.8 a provider's event about a vacation notice changes nothing", () => {
  expect([ses("Transient", "General"), postmark("AutoResponder"), postmark("AddressChange")]).toEqual([
    ...[[], [], []],
  ]);
});

it("5.10.8 providers' events are judged by the same words as bounces", () => {
  const said = (diagnosticCode: string, status: string) => ({ diagnosticCode, status, action: "failed" });
  expect([
    ses("Permanent", "General", said("smtp; 550 5.1.1 user unknown", "5.1.1")),
    ses("Transient", "General", said("smtp; 450 4.1.1 no such user here", "4.1.1")),
    ses("Permanent", "General", said("smtp; 552 5.1.1 mailbox is over quota", "5.1.1")),
    ses("Permanent", "General", said("smtp; 550 5.2.1 Your IP address is blacklisted", "5.2.1")),
    ses("Transient", "MailboxFull"),
    ses("Permanent", "Suppressed"),
    postmark("SoftBounce", "450 4.2.1 the account is disabled"),
    postmark("HardBounce", "smtp;550 5.1.1 too many recipients this hour"),
    postmark("HardBounce"),
  ]).toEqual([
    ...[["bounced_hard"], ["bounced_hard"], ["bounced_soft"], ["policy"], ["bounced_soft"]],
    ...[["bounced_hard"], ["bounced_hard"], ["bounced_soft"], ["bounced_hard"]],
  ]);
});

it("5.10.8 what a provider holds back for another reason is no dead address", () => {
  const sendgrid = (reason: string) =>
    parseReports("sendgrid", [{ event: "dropped", reason, sg_event_id: "1", timestamp: 1 }]).map(
      ({ kind }) => kind,
    );
  expect([
    sendgrid("Invalid SMTPAPI header"),
    sendgrid("Invalid"),
    sendgrid("Bounced Address"),
    ses("Permanent", "OnAccountSuppressionList"),
  ]).toEqual([[], ["bounced_hard"], ["bounced_hard"], ["bounced_hard"]]);
});

it("5.10.8 what Resend suppresses never arrives", () => {
  const suppressed = {
    type: "OnAccountSuppressionList",
    message: "Resend has suppressed sending to this address",
  };
  const data = { email_id: "1", to: ["nora@fans.example"], suppressed };
  const [report] = parseReports("resend", { type: "email.suppressed", created_at: "2026-11-23", data });
  expect(report).toMatchObject({
    kind: "bounced_hard",
    recipient: "nora@fans.example",
    words: suppressed.message,
  });
});

it("5.10.7 whoever left by a provider's own list has unsubscribed", () => {
  const sendgrid = (more: object) => parseReports("sendgrid", [{ sg_event_id: "1", timestamp: 1, ...more }]);
  const mailgun = (more: object) =>
    parseReports("mailgun", { "event-data": { id: "1", timestamp: 1, ...more } });
  const postmark = (more: object) =>
    parseReports("postmark", {
      RecordType: "SubscriptionChange",
      MessageID: "1",
      ChangedAt: "2026-11-23T06:00:00Z",
      Origin: "Recipient",
      SuppressSending: true,
      SuppressionReason: "ManualSuppression",
      ...more,
    });
  const topics = (...states: string[]) => ({
    unsubscribeAll: false,
    topicSubscriptionStatus: states.map((subscriptionStatus, at) => ({
      topicName: `t${at}`,
      subscriptionStatus,
    })),
  });
  const amazon = (newTopicPreferences: object) =>
    parseReports("ses", {
      eventType: "Subscription",
      mail: { destination: ["nora@fans.example"] },
      subscription: { oldTopicPreferences: topics("OptIn", "OptOut"), newTopicPreferences },
    });
  const resend = (unsubscribed: boolean) =>
    parseReports("resend", {
      type: "contact.updated",
      data: { id: "1", email: "nora@fans.example", unsubscribed },
    });
  const left = [
    ...sendgrid({ event: "unsubscribe" }),
    ...sendgrid({ event: "group_unsubscribe", asm_group_id: 7 }),
    ...sendgrid({ event: "dropped", reason: "Unsubscribed Address" }),
    ...mailgun({ event: "unsubscribed" }),
    ...mailgun({ event: "failed", severity: "permanent", reason: "suppress-unsubscribe" }),
    ...postmark({}),
    ...amazon({ unsubscribeAll: true }),
    ...amazon(topics("OptOut", "OptOut")),
    ...resend(true),
  ].map(({ kind }) => kind);
  expect([left, ses("Permanent", "UnsubscribedRecipient")]).toEqual([
    Array.from({ length: 9 }, () => "unsubscribed"),
    ["unsubscribed"],
  ]);
  expect([
    ...sendgrid({ event: "group_resubscribe" }),
    ...postmark({ SuppressSending: false }),
    ...postmark({ SuppressionReason: "HardBounce" }),
    ...postmark({ Origin: "Customer" }),
    ...amazon(topics("OptIn", "OptOut")),
    ...resend(false),
  ]).toEqual([]);
});
