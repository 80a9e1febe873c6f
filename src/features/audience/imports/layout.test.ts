// @project unit
import { describe, expect, it } from "vitest";
import { addressIn } from "./cells.ts";
import { firstRows } from "./csv-rows.ts";
import { guessByContent, guessTargets } from "./headers.ts";
import { columnsOf, expandCells, guessLayout } from "./layout.ts";
import { parseRow } from "./parse-row.ts";

/** What's recognized of a file: its layout, and what its columns hold. */
function recognized(text: string) {
  const layout = guessLayout(text, {});
  const rows = firstRows(text, { delimiter: layout.delimiter, count: 50 });
  const columns = columnsOf(rows, layout);
  const targets = layout.has_header
    ? guessTargets(columns, [])
    : guessByContent(rows.slice(layout.rows_before));
  return { ...layout, targets: columns.map((_, at) => targets[at] ?? "-").join(" ") };
}

/** What becomes of a file's first person. */
function firstPerson(text: string) {
  const layout = guessLayout(text, {});
  const rows = firstRows(text, { delimiter: layout.delimiter, count: 50 });
  const columns = columnsOf(rows, layout);
  const targets = guessTargets(columns, []);
  const known = columns.map((column, at) => ({ ...column, target: targets[at] ?? null }));
  const cells = expandCells(rows[layout.rows_before + 1] ?? [], known);
  const rules = {
    targets,
    tags: [],
    fields: [],
    dayFirst: false,
    isOptOut: false,
    now: new Date("2026-11-26"),
  };
  return parseRow(cells, rules);
}

describe("a file's layout", () => {
  it.each([
    [
      "Excel's separator line",
      "sep=;\r\nEmail;Name\r\na@x.example;Ann, the singer\r\n",
      ";",
      1,
      true,
      "email name",
    ],
    ["a quoted separator line", '"sep=\t"\nEmail\tName\na@x.example\tAnn', "\t", 1, true, "email name"],
    [
      "titles",
      "My fans\nExported on,2026-01-01\n\nName,E-mail\nAnn,a@x.example\n",
      ",",
      2,
      true,
      "name email",
    ],
    [
      "a title with an address",
      "Account:,me@band.example\nName,Email\nAnn,a@x.example\n",
      ",",
      1,
      true,
      "name email",
    ],
    ["a charset line", "charset=ISO-8859-1\nEmail;Nom\na@x.example;Ann\n", ";", 1, true, "email name"],
    ["no header", "a@x.example,Ann Lee\nb@x.example,Bo Ek\n", ",", 0, false, "email name"],
    [
      "no header below a title",
      "Fans\nAnn,Lee,a@x.example\nBo,Ek,b@x.example\n",
      ",",
      1,
      false,
      "first_name last_name email",
    ],
    ["one column without a header", "a@x.example\nb@x.example\n", ",", 0, false, "email"],
    ["lone returns", "Email,Name\ra@x.example,Ann\rb@x.example,Bo\r", ",", 0, true, "email name"],
    [
      "mixed line ends",
      "Email,Name\r\na@x.example,Ann\rb@x.example,Bo\nc@x.example,Cy",
      ",",
      0,
      true,
      "email name",
    ],
    [
      "times and URLs in cells",
      "Email;Site;At\na@x.example;http://x;10:00:00\nb@x.example;http://y;11:00:00",
      ";",
      0,
      true,
      "email - -",
    ],
    ["semicolons in cells", "Email,Tags\na@x.example,a;b;c\nb@x.example,d;e;f\n", ",", 0, true, "email tags"],
    ["colons between cells", "email:name\na@x.example:Ann\n", ":", 0, true, "email name"],
    ["vertical bars", "Vorname|E-Mail-Adresse\nAnn|a@x.example\n", "|", 0, true, "first_name email"],
    [
      "empty columns at the end",
      `Email,Name${",".repeat(600)}\na@x.example,Ann${",".repeat(600)}\n`,
      ",",
      0,
      true,
      "email name",
    ],
    ["a header that's unknown", "Konto,Wer\n1,a@x.example\n2,b@x.example\n", ",", 0, true, "- email"],
    ["a header that's too short", "Email\na@x.example,Ann\nb@x.example,Bo\n", ",", 0, true, "email -"],
    ["a first person without an address", "name,email\nAnn,\nBo,b@x.example\n", ",", 0, true, "name email"],
    [
      "spaces before quotes",
      'email, name\na@x.example, "Lee, Ann"\nb@x.example, "Ek, Bo"\n',
      ",",
      0,
      true,
      "email name",
    ],
  ])("is found: %s", (_, text, delimiter, rows_before, has_header, targets) => {
    expect(recognized(text)).toEqual({ delimiter, rows_before, has_header, targets });
  });

  it("is what's wanted, where somebody knows better", () => {
    const text = "a@x.example;x,Ann\nb@x.example;y,Bo\n";
    expect(guessLayout(text, { delimiter: "," }).delimiter).toBe(",");
    expect(guessLayout(text, { has_header: true })).toMatchObject({ has_header: true, rows_before: 0 });
    expect(guessLayout("email,name\nx,y\n", { has_header: false })).toMatchObject({ has_header: false });
  });

  it("offers what JSON in a column has by name as columns of its own", () => {
    const rows = [
      ["email", "attributes"],
      ["a@x.example", '{"city":"Berlin","likes":["jazz","a, b"],"address":{"zip":1}}'],
      ["b@x.example", '{"first_name":"Bo"}'],
    ];
    const columns = columnsOf(rows, { delimiter: ",", has_header: true, rows_before: 0 });
    expect(columns.map(({ header }) => header)).toEqual([
      ...["email", "attributes", "city", "likes", "address", "first_name"],
    ]);
    const cells = expandCells(
      rows[1] ?? [],
      columns.map((column) => ({ ...column, target: "field:x" as const })),
    );
    expect(cells.slice(2)).toEqual(["Berlin", 'jazz, "a, b"', '{"zip":1}', ""]);
    expect(guessTargets(columns, []).at(-1)).toBe("first_name");
  });
});

describe("headers of other products", () => {
  it.each([
    [
      "Google Contacts, old",
      "Name,Given Name,Additional Name,Family Name,Birthday,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value",
      "name first_name - last_name - - tags - email - phone",
    ],
    [
      "Google Contacts, new",
      "First Name,Middle Name,Last Name,Nickname,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Country",
      "first_name - last_name - - tags - email - phone country",
    ],
    [
      "Outlook",
      "First Name,Middle Name,Last Name,E-mail Address,E-mail 2 Address,Mobile Phone,Categories,Home Country/Region",
      "first_name - last_name email - phone tags country",
    ],
    [
      "Outlook in German",
      "Vorname,Nachname,E-Mail-Adresse,Mobiltelefon,Kategorien",
      "first_name last_name email phone tags",
    ],
    [
      "Outlook in French",
      "Prénom,Nom,Adresse de messagerie,Téléphone mobile,Catégories,Pays",
      "first_name last_name email phone tags country",
    ],
    [
      "HubSpot",
      "Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Create Date,Unsubscribed from all email,Email hard bounce reason,Country/Region",
      "- first_name last_name email phone - signed_up_at unsubscribed_at bounced_at country",
    ],
    [
      "ActiveCampaign",
      "Contact ID,Email,First Name,Last Name,Phone,Date Created,Lists,Tags,Email Status",
      "- email first_name last_name phone signed_up_at tags - subscribed",
    ],
    [
      "Brevo",
      "CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,ADDED_TIME,MODIFIED_TIME,Blocklisted",
      "- email first_name last_name phone signed_up_at - unsubscribed_at",
    ],
    [
      "Substack",
      "email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at",
      "email - - - unsubscribed_at signed_up_at -",
    ],
    [
      "Patreon",
      "Name,Email,Discord,Patron Status,Lifetime Amount,Tier,Street,City,State,Zip,Country,Phone,Patronage Since Date",
      "name email - - - - - - - - country phone signed_up_at",
    ],
    [
      "beehiiv",
      "id,email,status,subscription_tier,created_at,utm_source",
      "- email subscribed - signed_up_at -",
    ],
    [
      "WooCommerce",
      "Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code",
      "name - - signed_up_at email - - - country - - -",
    ],
    [
      "Wix",
      "First Name,Last Name,Email 1,Phone 1,Labels,Created At (UTC+0),Email subscriber status",
      "first_name last_name email phone tags signed_up_at subscribed",
    ],
    [
      "Portuguese",
      "Nome,Sobrenome,Endereço de e-mail,Telefone,País,Etiquetas",
      "first_name last_name email phone country tags",
    ],
    ["Italian", "Nome,Cognome,Indirizzo e-mail,Cellulare,Paese", "first_name last_name email phone country"],
    ["Spanish", "Nombre,Apellidos,Correo electrónico,Teléfono", "first_name last_name email phone"],
    [
      "German",
      "Name;Vorname;E-Mail;Telefonnummer;Land;Angemeldet am",
      "last_name first_name email phone country signed_up_at",
    ],
    ["Japanese", "名前,メールアドレス,電話番号", "name email phone"],
  ])("are known: %s", (_, header, targets) => {
    const columns = header.split(/[,;]/).map((one) => ({ header: one, sample: [] }));
    expect(
      guessTargets(columns, [])
        .map((target) => target ?? "-")
        .join(" "),
    ).toBe(targets);
  });

  it("take MailerLite's “Subscribed” for the date that it is", () => {
    const columns = [
      { header: "Email", sample: ["a@x.example"] },
      { header: "Subscribed", sample: ["2024-01-05 10:00:00"] },
    ];
    expect(guessTargets(columns, [])).toEqual(["email", "signed_up_at"]);
  });
});

describe("a person in a file", () => {
  it.each([
    ["Unsubscribed from all email,Email\nTRUE,a@x.example", "unsubscribe"],
    ["email,email_disabled\na@x.example,true", "unsubscribe"],
    ["email,status,Bounced\na@x.example,active,1", "hard_bounce"],
    ["email,status,unsubscribed_at\na@x.example,active,2024-01-01", "unsubscribe"],
    ["E-Mail,Status\na@x.example,abgemeldet", "unsubscribe"],
    ["Courriel,Statut\na@x.example,Désabonné", "unsubscribe"],
    ["email,Status,Email subscriber status\na@x.example,active,Unsubscribed", "unsubscribe"],
  ])("who left another product isn't mailable: %s", (text, left) => {
    expect(firstPerson(text)).toMatchObject({ left, email: "a@x.example" });
    expect(firstPerson(text).draft).toBeUndefined();
  });

  it.each([
    "email,email_disabled,Bounced,unsubscribed_at\na@x.example,false,0,0000-00-00 00:00:00",
    "Email,Unsubscribed from all email\na@x.example,",
    "E-Mail,Status\na@x.example,Aktiv",
    "email,status\na@x.example,confirmed",
  ])("who didn't leave is one: %s", (text) => {
    expect(firstPerson(text)).toMatchObject({ draft: { email: "a@x.example" } });
    expect(firstPerson(text).problem).toBeUndefined();
  });

  it.each(["paused", "validating", "needs_attention", "something", "pending", "inaktiv"])(
    "whose status is “%s” isn't mailable",
    (status) => {
      expect(firstPerson(`email,status\na@x.example,${status}`).draft).toBeUndefined();
    },
  );

  it.each([
    ["Ada <Ada@X.example>", "ada@x.example", 0],
    ["mailto:ada@x.example", "ada@x.example", 0],
    ["ada@x.example ::: other@x.example", "ada@x.example", 1],
    ["\u200bada@x.example\u00a0", "ada@x.example", 0],
    ["ada@x.example; ada@x.example", "ada@x.example", 0],
    ["nobody", "nobody", 0],
    ["'ada@x.example", "ada@x.example", 0],
    ["o'neil@x.example", "o'neil@x.example", 0],
    ["Lee, Ann <ada@x.example>", "ada@x.example", 0],
    ['"Lee, Ann" <ada@x.example>; Bo <bo@x.example>', "ada@x.example", 1],
    ["ada@x.example, Bo <bo@x.example>", "ada@x.example", 1],
    ["comma,typo@x.example", "comma,typo@x.example", 0],
    ["ada@x.example, oops", "ada@x.example, oops", 0],
    ["Ada ada@x.example", "ada ada@x.example", 0],
  ])("has the address in %j", (text, email, others) => {
    expect(addressIn(text)).toEqual({ email, others });
  });

  it.each([
    ["quotes with space around them", 'email , name\na@x.example , "Lund, Ann" ', { name: "Lund, Ann" }],
    [
      "texts as formulas",
      'email,name,phone\n="a@x.example",="007",="+491701234567"',
      { name: "007", phone: "+491701234567" },
    ],
    ["a formula in quotes", 'email,name\na@x.example,"=""Ann """"A"""" Lee"""', { name: 'Ann "A" Lee' }],
    ["a name beside the address", 'email,name\n"Ann Lee <a@x.example>",', { name: "Ann Lee" }],
    ["a name of its own", 'email,name\n"Ann Lee <a@x.example>",Annie', { name: "Annie" }],
    [
      "several phone numbers",
      "email,phone\na@x.example,+1 555 123 4567 ::: +1 555 222 3333",
      { phone: "+1 555 123 4567" },
    ],
  ])("reads %s", (_, text, expected) => {
    expect(firstPerson(text).draft).toMatchObject({ email: "a@x.example", ...expected });
  });

  it("says that there were more phone numbers", () => {
    const text = "email,phone\na@x.example,+1 555 123 4567 ::: +1 555 222 3333";
    expect(firstPerson(text).problem).toBe("Only the first of several phone numbers was taken.");
  });

  it("offers what JSON has by name, however its cell is padded", () => {
    const text = 'email , attributes   \na@x.example   , "{""city"": ""Oslo""}"   \n';
    const layout = guessLayout(text, {});
    const columns = columnsOf(firstRows(text, { delimiter: ",", count: 9 }), layout);
    expect(columns.map(({ header, sample }) => [header, sample[0]])).toContainEqual(["city", "Oslo"]);
  });

  it("has Google's labels as tags, without its own groups", () => {
    const text = "E-mail 1 - Value,Labels\na@x.example,* myContacts ::: Fans ::: Berlin";
    expect(firstPerson(text).draft?.tags).toEqual(["Fans", "Berlin"]);
  });
});
