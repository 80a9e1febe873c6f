/* Guesses the content of a file's columns, by their headers in many products and languages, and by the
   cells below. */
import { mentionsAddress } from "./cells.ts";
import { matchKey, STOP_TARGETS, TARGETS, type Target } from "./rules.ts";
import { areSubscriptions } from "./subscription-status.ts";

/**
 * Known headers, letters and digits only: from newsletter and address book products, and as people type them.
 */
const HEADERS: Readonly<Record<(typeof TARGETS)[number], string>> = {
  email: `email emails emailaddress emailaddresses mail mailaddress mails subscriberemail subscriber useremail customeremail
    contactemail buyeremail attendeeemail billingemail billingemailaddress primaryemail workemail personalemail homeemail
    emailaddress1 email1 email1value emailid emailadresse emailadressen mailadresse epost epostadresse epostadress
    correo correos correoelectronico direcciondecorreo direcciondecorreoelectronico direccioncorreo direcciondeemail
    direccionemail direcciondecorreo1 adressemail adressesmail adresseemail adresseelectronique adressedemessagerie
    courriel adressecourriel enderecodeemail enderecoemail correioeletronico correioeletrónico enderecodecorreioeletronico
    indirizzoemail indirizzodiposta indirizzodipostaelettronica indirizzopostaelettronica postaelettronica
    emailadres epostaadresi eposta epostalar adresemail adrese sahkoposti sahkopostiosoite emailová emailovaadresa
    adresyemail emailcim почта электроннаяпочта адресэлектроннойпочты адресэлпочты эпочта имейл
    メール メールアドレス 电子邮件 電子郵件 电子邮箱 邮箱 邮箱地址 電子郵件地址 이메일 이메일주소 전자메일`,
  name: `name fullname displayname contactname subscribername customername profilename nameofcontact yourname fileas
    nombre nombrecompleto nombreyapellido nombreyapellidos nom nomcomplet nometprenom prenometnom
    vollstandigername ganzername anzeigename nome nomecompleto nomeesobrenome nomeecognome naam volledigenaam
    namn fulltnavn navn imieinazwisko isim adsoyad adisoyadi jmeno nev имя фио полноеимя 氏名 名前 お名前 姓名 名字 이름 성명`,
  first_name: `firstname first fname givenname forename billingfirstname subscriberfirstname
    vorname rufname prenom nombres primernombre nombredepila primeironome nomeproprio nomedibattesimo
    voornaam fornamn fornavn etunimi imie ad adi krestnijmeno keresztnev 名`,
  last_name: `lastname last lname surname familyname secondname billinglastname subscriberlastname
    nachname familienname zuname nomdefamille apellido apellidos primerapellido sobrenome apelido apelidos ultimonome
    cognome achternaam efternamn efternavn etternavn sukunimi nazwisko soyad soyadi prijmeni vezeteknev фамилия 姓`,
  phone: `phone phonenumber mobile mobilephone mobilenumber cell cellphone telephone tel sms whatsapp primaryphone homephone
    businessphone phone1value phone1 billingphone smsphonenumber defaultaddressphone
    telefon telefonnummer handy handynummer mobil mobiltelefon mobilnummer rufnummer
    telefono telefonos movil celular telefonomovil telefonocelular numerodetelefono numerodemovil numerodecelular tlf tfno
    telefone telemovel telefonecelular numerodetelefone cellulare numeroditelefono telefonocellulare portable
    telephonemobile telephoneportable numerodetelephone telefoonnummer telefoon mobiel телефон 電話 電話番号 电话 手机 전화번호`,
  country: `country countrycode countryregion cc defaultaddresscountrycode defaultaddresscountry addresscountry billingcountry
    address1country homecountryregion businesscountryregion ipcountry countryname fullcountryname
    land landregion staat pais paisregion codigodepais codigopais pays paysregion paese nazione kraj ulke страна 国 国家 国家地区 국가`,
  time_zone: "timezone zeitzone zonahoraria husohorario fuseauhoraire fusohorario fusoorario tijdzone",
  stage: "stage pipelinestage dealstage etapa phase",
  value: "value dealvalue",
  value_currency: "currency",
  score: "score leadscore contactscore puntuacion punktzahl",
  confirmed_at:
    "confirmtime confirmedat confirmedon consentconfirmedat confirmationtimestamp optinconfirmedat",
  tags: `tags tag labels label segments segment lists list groups group groupmembership categories listnames tagnames
    subscriberlists etiqueta etiquetas segmento segmentos listas schlagworte schlagworter kategorien gruppen listen
    etiquettes etiquette listes categorias categories marcadores etichette etichetta gruppi категории 标签`,
  signed_up_at: `optintime createdat created createdate createdon subscribedat subscribedon datesubscribed
    signupdate signup signupat signupdatetime signuptimestamp signedup signedupat signedupon dateadded datecreated dateofsignup
    createddate creationdate addedtime addedat addedon addtime subscriptiondate subscriptioncreatedat subscribedate subscribetime
    subscriberdate optindate optintimestamp joined joinedat joindate joinedon registered registeredat registrationdate
    patronagesincedate membersince startdate emailmarketingconsenttimestamp
    fechadealta fechaalta alta fechaderegistro fecharegistro fechadesuscripcion fechasuscripcion fechadeinscripcion
    fechadecreacion fechacreacion creado creadoel registradoel suscritoel anmeldedatum angemeldetam erstelltam hinzugefugtam
    registriertam datum dateinscription datedinscription dateajout datecreation creele inscritle datadeinscricao datadecriacao
    criadoem datadicreazione datadiiscrizione iscrittoil creatoil aanmelddatum`,
  subscribed: `subscribed status subscribedtoemails acceptsemailmarketing acceptsmarketing emailmarketingconsent isactive
    subscriptionstatus subscriberstatus emailstatus emailsubscriberstatus emailsubscriptionstatus memberstatus contactstatus
    liststatus globalstatus emailpermissionstatus marketingstatus emailmarketingstatus optin doubleoptin optedin
    emailoptin newsletter newsletterstatus abonniert abostatus anmeldestatus abonne statutdabonnement statut
    suscrito suscrita estadodesuscripcion suscripcion aceptamarketing inscrito situacao statusdainscricao
    iscritto statoiscrizione statodelliscrizione`,
  unsubscribed_at: `unsubtime unsubscribedat unsubscribedon dateunsubscribed unsubscribed unsubscribe unsubscribedate
    unsubscribedfromallemail optedout optedoutat optout optouttime hasoptedoutofemail emailoptout emailoptedout optedoutofemail
    donotemail donotmail donotcontact donotbulkemail emaildisabled emailblacklisted blacklisted blocklisted emailblocklisted
    issuppressed suppressed stoptime complainedat complained reportedspam spamreportedat markedasspam
    fechadebaja baja dadodebaja abgemeldet abgemeldetam abmeldedatum abbestellt desabonne desabonnele datedesinscription
    dateunsubscription cancelado descadastrado disiscritto disiscrittoil`,
  bounced_at: `cleantime cleaned bouncedat bounced bouncedon bounce bouncetime bouncedate hardbounced hardbounce hardbouncedat
    emailhardbouncereason hardbouncereason emailbounced bouncereason emailsuppressions rebotado`,
};

/** A subscription state, or a part of a country. */
const STATE_OR_REGION = ["state", "estado", "stato"];

/** A full name in one file, and a first name in another that has last names, too. */
const NAME_OR_FIRST = ["name", "nombre", "nom", "nome", "jmeno", "имя", "名前", "名字"];
/** A full name in one file, and a last name in another that has first names, too. */
const NAME_OR_LAST = ["name", "nom", "naam", "navn", "namn", "姓名"];
const FIRST_BESIDE_LAST = ["vorname", "prenom", "voornaam", "fornamn", "fornavn"];

const TARGET_OF = new Map(
  TARGETS.flatMap((target) => HEADERS[target].split(/\s+/).map((word) => [matchKey(word), target] as const)),
);

/** Returns the content according to a header, with and without the part in parentheses. */
export function targetOf(header: string): (typeof TARGETS)[number] | undefined {
  return TARGET_OF.get(matchKey(header)) ?? TARGET_OF.get(matchKey(header.replace(/\([^()]*\)/g, " ")));
}

interface Headed {
  header: string;
  sample: readonly string[];
}

/**
 * Guesses the content of each column, or null. No two columns have the same. Custom fields are matched by key
 * or by label.
 */
export function guessTargets(
  columns: readonly Headed[],
  fields: readonly { key: string; label: string }[],
): (Target | null)[] {
  const taken = new Set<Target>();
  const words = columns.map(({ header }) => matchKey(header));
  const known = columns.map((column, at) => knownTarget(column, { words, at, columns }));
  // In our own files, custom fields come last, whatever their names.
  const ownFrom = words.indexOf(matchKey(LAST_OWN_COLUMN));
  const targets = columns.map((column, at) => {
    const word = words[at] ?? "";
    const isIt = ({ key, label }: { key: string; label: string }) =>
      word !== "" && (matchKey(key) === word || matchKey(label) === word);
    const key = ownFrom >= 0 && at <= ownFrom ? undefined : fields.find(isIt)?.key;
    const field = key === undefined ? undefined : (`field:${key}` as const);
    const isOwn = ownFrom >= 0 && at > ownFrom;
    const choices = isOwn ? [field] : [known[at], field];
    const target = choices.find((one) => one !== undefined && (!taken.has(one) || isStop(one, column)));
    if (target === undefined) return null;
    taken.add(target);
    return target;
  });
  if (targets.includes("email")) return targets;
  const at = columns.findIndex(({ sample }, at) => targets[at] === null && areAddresses(sample));
  return at < 0 ? targets : targets.with(at, "email");
}

/** The last column of our own files of leads before the custom fields. */
const LAST_OWN_COLUMN = "other_consents";

/**
 * A second column that may suppress people counts, too. One with subscription states counts only if it
 * contains nothing else.
 */
function isStop(target: Target, { sample }: Headed): boolean {
  const stops: readonly Target[] = STOP_TARGETS;
  return stops.includes(target) && (target !== "subscribed" || areSubscriptions(sample));
}

interface Around {
  words: readonly string[];
  at: number;
  columns: readonly Headed[];
}

function knownTarget(column: Headed, { words, at, columns }: Around): (typeof TARGETS)[number] | undefined {
  const word = words[at] ?? "";
  const has = (target: Target) => columns.some(({ header }) => targetOf(header) === target);
  if (STATE_OR_REGION.includes(word)) {
    const isFirst = columns.find(
      ({ sample }, n) => STATE_OR_REGION.includes(words[n] ?? "") && areSubscriptions(sample),
    );
    return isFirst === column && !has("subscribed") ? "subscribed" : undefined;
  }
  if (NAME_OR_FIRST.includes(word) && has("last_name") && !has("first_name")) return "first_name";
  if (
    NAME_OR_LAST.includes(word) &&
    !has("last_name") &&
    words.some((one) => FIRST_BESIDE_LAST.includes(one))
  )
    return "last_name";
  const target = targetOf(column.header);
  return target === "subscribed" && areDates(column.sample) ? "signed_up_at" : target;
}

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/;

function areDates(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell.trim() !== "");
  return told.length > 0 && told.every((cell) => DATE.test(cell.trim()));
}

function areAddresses(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell.trim() !== "");
  return told.some(mentionsAddress) && told.every((cell) => cell.includes("@"));
}

/** Without a header, addresses are recognizable, and so is a name that's alone beside them. */
export function guessByContent(rows: readonly (readonly string[])[]): (Target | null)[] {
  const width = Math.max(...rows.map(({ length }) => length), 0);
  const cellsAt = (at: number) => rows.map((row) => row[at] ?? "");
  const columns = Array.from({ length: width }, (_, at) => cellsAt(at));
  const email = columns.findIndex(areAddresses);
  const targets: (Target | null)[] = columns.map((_, at) => (at === email ? "email" : null));
  const phone = columns.findIndex((cells, at) => at !== email && arePhones(cells));
  if (phone >= 0) targets[phone] = "phone";
  const moment = columns.findIndex((cells, at) => at !== email && areDates(cells));
  if (moment >= 0) targets[moment] = "signed_up_at";
  const names = columns.flatMap((cells, at) => (targets[at] === null && areNames(cells) ? [at] : []));
  const [name, last] = names;
  if (name !== undefined && names.length === 1) targets[name] = "name";
  if (name !== undefined && last === name + 1 && names.length === 2) {
    targets[name] = "first_name";
    targets[last] = "last_name";
  }
  return targets;
}

function arePhones(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell.trim() !== "");
  return (
    told.length > 0 &&
    told.every((cell) => /^\+?[\d\s()/.-]{7,20}$/.test(cell.trim()) && /^\s*[+0(]/.test(cell)) &&
    !areDates(cells)
  );
}

function areNames(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell.trim() !== "");
  return (
    told.length > 0 &&
    told.every((cell) => /^\p{Lu}[\p{L}\p{M}'’. -]{1,40}$|^[\p{Lo}\s]{1,10}$/u.test(cell.trim()))
  );
}
