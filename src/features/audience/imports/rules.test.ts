import { describe, expect, it } from "vitest";
import { parseTags } from "#src/features/audience/contacts/export/tag-rules.ts";
import { isDayFirst, parseMoment, withDayPositions } from "./dates.ts";
import { guessTargets } from "./headers.ts";
import { guessLayout } from "./layout.ts";
import { parseRow } from "./parse-row.ts";
import { fieldKeyOf } from "./rules.ts";
import { subscriptionIn, suppressionReasonIn } from "./subscription-status.ts";

const FIELDS = [
  { key: "shoe_size", label: "Size" },
  { key: "street", label: "Straße" },
];

/** What columns with these headers hold, of which some have samples. */
const guess = (headers: readonly string[], samples: Record<string, string[]> = {}, fields = FIELDS) =>
  guessTargets(
    headers.map((header) => ({ header, sample: samples[header] ?? [] })),
    fields,
  );

describe("recognizing a file", () => {
  it.each([
    [
      "Mailchimp",
      "Email Address,First Name,Last Name,OPTIN_TIME,TAGS",
      "email first_name last_name signed_up_at tags",
    ],
    ["Kit", "first_name,email,status,created_at,tags", "first_name email subscribed signed_up_at tags"],
    ["Ghost", "email,name,subscribed_to_emails,created_at,labels", "email name subscribed signed_up_at tags"],
    ["listmonk", "email,name,status,created_at", "email name subscribed signed_up_at"],
    ["Mautic", "firstname,lastname,email,mobile,country", "first_name last_name email phone country"],
    [
      "Shopify",
      "First Name,Last Name,Email,Accepts Email Marketing,Default Address Country Code,Phone,Tags",
      "first_name last_name email subscribed country phone tags",
    ],
    [
      "Mailchimp, whole",
      "Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS",
      "email first_name last_name - phone - - signed_up_at - confirmed_at - - - - - time_zone country - - - - - tags",
    ],
    [
      "those who left Mailchimp",
      "Email Address,First Name,OPTIN_TIME,LAST_CHANGED,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON,LEID,EUID",
      "email first_name signed_up_at - unsubscribed_at - - - -",
    ],
    [
      "those whom Mailchimp cleaned",
      "Email Address,First Name,OPTIN_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,TAGS",
      "email first_name signed_up_at bounced_at - - - - tags",
    ],
    [
      "Kit, whole",
      "id,email,first_name,status,created_at,referrer,Last Name,tags",
      "- email first_name subscribed signed_up_at - last_name tags",
    ],
    [
      "Ghost, whole",
      "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers",
      "- email name - subscribed - - signed_up_at - tags -",
    ],
    [
      "listmonk, whole",
      "uuid,email,name,attributes,status,created_at,updated_at",
      "- email name - subscribed signed_up_at -",
    ],
    [
      "Mautic, whole",
      "Title,First name,Last name,Primary company,Position,Email,Mobile,Phone,Points,Fax,Address Line 1,Address Line 2,City,State,Zip Code,Country,Preferred Locale,Timezone,Date Last Active,Attribution Date,Attribution,Website,Facebook,Instagram,LinkedIn,Skype,Twitter",
      "- first_name last_name - - email phone - - - - - - - - country - time_zone - - - - - - - - -",
    ],
    [
      "Shopify, whole",
      "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
      "- first_name last_name email subscribed - - - - - country - phone - - - - - - tags",
    ],
    [
      "a Spanish spreadsheet",
      "NOMBRE,Apellidos,Correo electrónico,Teléfono móvil,País,Etiquetas,Fecha de alta,Suscrito",
      "first_name last_name email phone country tags signed_up_at subscribed",
    ],
    [
      "a Mexican one",
      "Nombre completo;Correo;Celular;Pais;Etiqueta;Fecha de Registro;Estado",
      "name email phone country tags signed_up_at subscribed",
    ],
    [
      "Mailchimp in Spanish",
      "Dirección de correo electrónico,Nombre,Apellidos,Número de teléfono",
      "email first_name last_name phone",
    ],
  ])("knows the headers of %s", (_, header, targets) => {
    const samples = { Estado: ["Activo", "", "Baja"], State: ["California"] };
    const guessed = guess(header.split(/[,;]/), samples);
    expect(guessed.map((target) => target ?? "-")).toEqual(targets.split(" "));
  });

  it("gives no two columns the same, and the account's own fields theirs", () => {
    expect(guess(["E-Mail", "Mail", "Shoe size", "?", "Straße"])).toEqual([
      ...["email", null, "field:shoe_size", null, "field:street"],
    ]);
  });

  it.each([
    ["teléfono", "phone"],
    ["TELEFONO", "phone"],
    ["Móvil", "phone"],
    ["celular", "phone"],
    ["correo", "email"],
    ["país", "country"],
    ["Nombre", "name"],
    ["apellidos", "last_name"],
    ["Fecha de alta", "signed_up_at"],
  ])("takes %j as what it says, whatever its accents and case", (header, target) => {
    expect(guess([header])).toEqual([target]);
  });

  it("takes a name beside a last name for the first name, unless there’s one already", () => {
    expect(guess(["Name", "Surname"])).toEqual(["first_name", "last_name"]);
    expect(guess(["Name", "First name", "Last name"])).toEqual(["name", "first_name", "last_name"]);
    expect(guess(["Full name", "Surname"])).toEqual(["name", "last_name"]);
  });

  it("takes a state for the part of a country that it usually is", () => {
    const mexican = "Correo,Nombre,Calle,Ciudad,Estado,País,Suscrito".split(",");
    const subscribed = ["email", "name", null, null, null, "country", "subscribed"];
    expect(guess(mexican, { Estado: ["Jalisco", "Sonora"] })).toEqual(subscribed);
    expect(guess(mexican, { Estado: ["Activo", "Baja"] })).toEqual(subscribed);
    expect(guess(["Email", "City", "State", "Status"])).toEqual(["email", null, null, "subscribed"]);
    expect(guess(["Email", "State"], { State: ["CA", "active"] })).toEqual(["email", null]);
    expect(guess(["Email", "State"], { State: [""] })).toEqual(["email", null]);
    expect(guess(["Email", "State"], { State: ["active", "", "bounced"] })).toEqual(["email", "subscribed"]);
    const own = [{ key: "state", label: "State" }];
    expect(guess(["Email", "State"], { State: ["CA"] }, own)).toEqual(["email", "field:state"]);
  });

  it.each([
    ["a,b,c\n1,2,3", ","],
    ['a;b\n"1,5,6,7";2', ";"],
    ["a\tb\n1, 2\t3", "\t"],
    ["a|b|c\nx, y|2|3\n", "|"],
    ["email\na@x.example", ","],
  ])("finds what separates the cells of %j", (text, delimiter) => {
    expect(guessLayout(text, {}).delimiter).toBe(delimiter);
  });
});

describe("reading a cell", () => {
  const now = new Date("2026-11-23T00:00:00Z");
  it.each([
    ["2024-05-01 10:00:00", "2024-05-01T10:00:00.000Z"],
    ["2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00.000Z"],
    ["2024-05-01", "2024-05-01T00:00:00.000Z"],
    ["1.5.", undefined],
    ["tomorrow", undefined],
    ["2999-01-01", undefined],
    ["1950-01-01", undefined],
    ["5/1/2024", "2024-05-01T00:00:00.000Z"],
    ["13/5/2024 10:00", "2024-05-13T10:00:00.000Z"],
    ["1.5.2024", "2024-05-01T00:00:00.000Z"],
    ["31/13/2024", undefined],
    ["2024-02-31", undefined],
    ["31.02.2024 10:00", undefined],
    ["2024-02-29 10:00:00.123", "2024-02-29T10:00:00.123Z"],
    ["2024-05-01T10:00:00", "2024-05-01T10:00:00.000Z"],
    ["May 1, 2024", "2024-05-01T00:00:00.000Z"],
    ["Wed, 01 May 2024 10:00:00 +0200", "2024-05-01T08:00:00.000Z"],
    ["2024-05-01 10:00:00.123-08", "2024-05-01T18:00:00.123Z"],
    ["May 1, 2024 10:00 AM PST", "2024-05-01T18:00:00.000Z"],
    ["Wed May 01 2024 10:00:00 GMT+0200 (Central European Summer Time)", "2024-05-01T08:00:00.000Z"],
    ["Feb 31, 2024", undefined],
    ["31 April 2024 10:31", undefined],
    ["2024/2/30", undefined],
    ["29 Feb 2023", undefined],
    ["Feb 29, 2024", "2024-02-29T00:00:00.000Z"],
    ["2024/05/31 10:30", "2024-05-31T10:30:00.000Z"],
    ["1714557600", "2024-05-01T10:00:00.000Z"],
    ["1714557600123", "2024-05-01T10:00:00.123Z"],
    ["4102444800", undefined],
    ["2015550123", undefined],
    ["0001-01-01", undefined],
    ["0001-01-01 00:00:00 +0000 UTC", undefined],
  ])("takes %j as a moment, or not", (text, moment) => {
    expect(parseMoment(text, now)).toBe(moment);
  });

  it.each([
    ["03/04/2025", "2025-03-04T06:00:00.000Z"],
    ["2025-07-04", "2025-07-04T05:00:00.000Z"],
    ["2025-07-04 18:30", "2025-07-04T23:30:00.000Z"],
    ["2025-07-04T18:30:00.250", "2025-07-04T23:30:00.250Z"],
    ["Jul 4, 2025 6:30 PM", "2025-07-04T23:30:00.000Z"],
    ["2025-07-04T18:30:00Z", "2025-07-04T18:30:00.000Z"],
    ["Jul 4, 2025 6:30 PM PST", "2025-07-05T02:30:00.000Z"],
    ["1714557600", "2024-05-01T10:00:00.000Z"],
  ])("takes %j by the clocks of the account's time zone, unless it says another", (text, moment) => {
    const later = new Date("2026-01-01T00:00:00Z");
    expect(parseMoment(text, later, { zone: "America/Chicago" })).toBe(moment);
  });

  /** What a column's dates become once all of it was checked, in batches of one row. */
  function momentsIn(header: string, dates: string[]) {
    let columns = [{ header, target: "signed_up_at", day_place: undefined }];
    for (const date of dates) columns = withDayPositions(columns, [[date]]);
    const [dayFirst] = columns.map(isDayFirst);
    return dates.map((date) => parseMoment(date, now, { dayFirst })?.slice(0, 10));
  }

  it.each([
    ["Joined", ["05/01/2024", "13/01/2024"], ["2024-01-05", "2024-01-13"]],
    ["Joined", ["13/01/2024 10:00", "05/01/2024 10:00"], ["2024-01-13", "2024-01-05"]],
    ["Joined", ["05/01/2024", "2024-01-13", "", "soon"], ["2024-05-01", "2024-01-13", undefined, undefined]],
    ["Fecha", ["01/13/2024", "05/01/2024"], ["2024-01-13", "2024-05-01"]],
    ["Fecha de alta", ["05/01/2024", "31/13/2024"], ["2024-01-05", undefined]],
    ["Joined", ["13/01/2024", "01/13/2024", "05/01/2024"], ["2024-01-13", "2024-01-13", "2024-05-01"]],
    ["Fecha", ["13/01/2024", "01/13/2024", "05/01/2024"], ["2024-01-13", "2024-01-13", "2024-01-05"]],
    ["Joined", ["01.13.2024", "5.1.2024"], ["2024-01-13", "2024-01-05"]],
  ])("reads all dates of a column in one order: %s, %j", (header, dates, moments) => {
    expect(momentsIn(header, dates)).toEqual(moments);
  });

  it.each([
    ["de", "DE"],
    ["España", "ES"],
    ["mexico", "MX"],
    ["United States", "US"],
    ["Estados Unidos", "US"],
    ["", "UNKNOWN"],
    ["unknown", "UNKNOWN"],
    ["Atlantis", "UNKNOWN", "The country was left out: we don’t know it."],
  ])("takes %j as a country, or says that it’s none", (text, country, problem?: string) => {
    const rules = {
      targets: ["email", "country"] as const,
      tags: [],
      fields: [],
      dayFirst: false,
      isOptOut: false,
      now,
    };
    const row = parseRow(["a@x.example", text], rules);
    expect([row.draft?.country, row.problem]).toEqual([country, problem]);
  });

  it("reads a cell that's full of marks, or of times, like any other", () => {
    const marks = `a${"\u0301\u0323".repeat(100_000)}`;
    const targets = ["email", "country", "subscribed"] as const;
    const rules = { targets, tags: [], fields: [], dayFirst: false, isOptOut: false, now };
    expect(parseRow(["a@x.example", marks, ""], rules).draft?.country).toBe("UNKNOWN");
    expect(parseRow(["a@x.example", "", marks], rules).draft).toBeUndefined();
    expect(parseRow([marks, "", ""], rules).draft).toBeUndefined();
    expect(guess([marks, "Email"])).toEqual([null, "email"]);
    expect(fieldKeyOf(marks)).toBe("a");
    expect(parseMoment(`2024 ${"1:1".repeat(100_000)}`, now)).toBeUndefined();
  });

  it("splits tags", () => {
    expect(parseTags(' vip; "berlin"|vip, ')).toEqual(["vip", "berlin"]);
  });

  it.each([
    ["yes", ",yes,subscribed,true,enabled,Sí,activo,1,Confirmed,opted-in,Dado de alta"],
    [
      "no",
      "No,not_subscribed,FALSE,cleaned,unconfirmed,Dado de baja,inactivo,Opted out,NEVER_SUBSCRIBED,Unsubscribe,Deleted,0",
    ],
    ["no", "hard_bounced,junk,invalid,Transactional,archived,suppressed,blocked,blacklisted,Non-Subscribed"],
    ["no", "complaint,spam complaint,bounce,hard bounce,undeliverable,not confirmed,no confirmado,f"],
    ["no", "confirmation pending,en baja,anulado,eliminado,do not contact,off,sin confirmar,desuscrita"],
    ["unclear", "Gold,CA,maybe,Baixa,2"],
  ])("reads “%s” where a cell about a subscription is one of %s", (subscription, cells) => {
    expect(cells.split(",").filter((cell) => subscriptionIn(cell) !== subscription)).toEqual([]);
  });

  it.each([
    ["Unsubscribed", "unsubscribe"],
    ["cancelled", "unsubscribe"],
    ["dado de baja", "unsubscribe"],
    ["cleaned", "hard_bounce"],
    ["Hard-bounced", "hard_bounce"],
    ["complained", "complaint"],
    ["blocklisted", "manual"],
    ["soft bounced", undefined],
    ["pending", undefined],
    ["never_subscribed", undefined],
    ["no", undefined],
    ["enabled", undefined],
  ])("knows whether %j is for good", (text, reason) => {
    expect(suppressionReasonIn(text)).toBe(reason);
  });

  it("leaves out whose subscription nobody can tell, and says so", () => {
    const targets = ["email", "subscribed"] as const;
    const rules = { targets, tags: [], fields: [], dayFirst: false, isOptOut: false, now };
    expect(parseRow(["a@x.example", "Gold"], rules)).toEqual({
      problem: "We can’t tell whether “Gold” means that they’re subscribed.",
      email: "a@x.example",
    });
  });
});
