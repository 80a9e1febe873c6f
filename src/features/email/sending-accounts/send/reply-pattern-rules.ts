/*
 * Phrases of mail servers and providers, in many languages, by their meaning: one table for sending and for
 * bounces. Every pattern is matched against `normalizeReply`: lowercase, no accents, `@` for each address.
 */
// regex-ignore-file: reads at most WORDS_CHARS_MAX
import { normalStart } from "#src/lib/text.ts";

export type ReplyMeaning =
  /** The sender, their network, or the setup of either. */
  | "sender"
  /** The e-mail or one of its lines is too large. */
  | "size"
  /**
   * The recipient gets more than they can take, or the server asks for patience: not about us, and temporary.
   */
  | "receiver_busy"
  /** We send too much. */
  | "rate"
  | "full"
  /** An inbox is locked, and may be unlocked again. */
  | "suspended"
  /** Their name servers don't respond right now. */
  | "dns_trouble"
  | "unknown_user"
  | "unknown_host"
  | "moved"
  | "disabled"
  /** Lists, reputation, authentication, spam. */
  | "blocked";

/** The first match decides. */
const SAYINGS: readonly (readonly [ReplyMeaning, readonly RegExp[]])[] = [
  [
    "sender",
    [
      /sender(?:'s)? (?:address|domain|e-?mail|id|verif|callout|host|ip|denied|rejected|refused|blocked|unknown|invalid|is |not |does)/,
      /(?:unknown|invalid|bad|banned|unverified|unauthori[sz]ed|unauthenticated|forged) sender|domain of (?:the )?sender|sender verify/,
      /\b(?:helo|ehlo)\b|client host (?:rejected|\[)|reverse (?:dns|lookup|hostname|ip|record)|\bptr\b|\brdns\b|\bfcrdns\b/,
      /cannot (?:find|resolve) your|unverifiable|your (?:host ?name|ip|server|network|dns|mta)\b|sending (?:ip|host|server|mta)\b/,
      /(?:in reply to|after|to our|>>>) mail from|return[- ]path|envelope[- ]from|from (?:header|address)|originator|originating/,
      /relay(?:ing)?\b[^.]{0,30}(?:den|not |prohibit|restrict|refus|disallow|forbid)|(?:unable|not (?:allowed|permitted)|cannot|refus\w{1,4}) to relay|we (?:do not|don't) relay|relay (?:not|access)/,
      /may not exist, they may be black|authentication (?:is )?(?:required|failed|needed)|must (?:be )?authenticat|smtpclientauthentication|administrative prohibition/,
      /(?:absender|expediteur|remitente|remetente|mittente|afzender|nadawc|отправител)\S{0,8} ?(?:adresse )?[^.]{0,40}(?:abgelehnt|gesperrt|rejete|refuse|rechaz|rejeitad|rifiutat|geweiger|odrzuc|отклон|заблок|запрещ)/,
    ],
  ],
  [
    "size",
    [
      /(?:message|mail|line|header|attachment|content)s?\b[^.]{0,40}(?:too (?:big|large|long)|size|length)|(?:exceed|max)[^.]{0,40}(?:message |mail )?size|line limit|line too long|size limit/,
      /nachricht[^.]{0,40}zu (?:gross|groß)|message trop (?:volumineux|gros)|mensaje[^.]{0,30}demasiado grande|mensagem[^.]{0,30}muito grande|サイズ[^。]{0,20}(?:超|大き)|邮件(?:太大|大小)/,
    ],
  ],
  [
    "receiver_busy",
    [
      /receiving (?:e-?)?mails? (?:at a rate|too quickly)|receive limit|recipient[^.]{0,40}(?:receiving limit|receives? too many)/,
      /gr[ea]y-?list|address verification in progress|unverified address[^.]{0,40}(?:timed out|in progress|temporar)/,
    ],
  ],
  [
    "rate",
    [
      /too many (?:invalid |unknown |bad |concurrent |simultaneous |open |failed )?(?:message|e-?mail|mail|recipient|rcpt|connection|session|error|command|unknown|login)s?\b/,
      /too many bad commands|too (?:many|much) (?:\w{1,20} ){0,3}(?:sent|from you)|sent too (?:many|much)|too fast|slow(?:ing)? down|throttl|frequency (?:is )?limit|rate[- ]?limit|sending rate|unusual(?:ly)? (?:high )?(?:rate|number|volume)/,
      /\b(?:rate|daily|hourly|sending|message|recipient|connection|tenant)s? (?:\w{1,20} ){0,4}(?:limit|quota|threshold)|\b(?:per|this|an|each|in one) (?:hour|day|minute)\b[^.]{0,40}(?:limit|exceed|too many)|sent to too many|message rate|\brcpt limit|max(?:imum|\.)? (?:number of )?(?:recipients|connections|messages|rcpts)\b/,
      /limite d'envoi|trop de (?:connexions|messages|destinataires)|zu viele (?:verbindungen|nachrichten|empfanger|e-?mails)|demasiad[oa]s (?:conexiones|mensajes|destinatarios)|слишком много|troppi (?:messaggi|destinatari)|発信制限|送信制限|发信(?:频率|限制)|频率/,
    ],
  ],
  [
    "full",
    [
      /over ?-?(?:the )?quota|quota[^.]{0,40}(?:exceed|full|violat|exhaust|reached|ueberschritten|uberschritten|depass|exced|superat|przekrocz|overschreden)|exceed\w{0,3} (?:\S{1,40} ){0,5}(?:quota|storage|space|capacity)/,
      /(?:mail ?box|mail ?folder|inbox|in-box|maildir|mail ?drop|account|user|disk|storage|recipient)\b[^.]{0,80}\b(?:is |are |too )?full\b|mail ?box full|storage[^.]{0,60}(?:exceed|limit|quota)|disk (?:quota|full|space)|mail ?box[^.]{0,60}(?:quota|exceed|size limit|limit)/,
      /out of (?:storage|space|disk)|(?:insufficient|not enough|no) (?:system |disk |mail ?box |free )?(?:storage|space|room)|no space left|space (?:is )?not enough|exceeded storage|allowed storage|mailbox has exceeded/,
      /(?:postfach|mailbox|speicher)\S{0,10}[^.]{0,40}(?:voll\b|uberfullt|ueberfuellt|belegt|erschopft)|speicherplatz[^.]{0,40}(?:uberschritten|erschopft|voll)|kontingent/,
      /boite[^.]{0,60}pleine|espace[^.]{0,40}(?:insuffisant|sature|depasse)|quota[^.]{0,20}depasse|buzon[^.]{0,40}llen[oa]|bandeja[^.]{0,40}llena|cuota[^.]{0,40}(?:exced|super)|sin espacio/,
      /caixa[^.]{0,60}(?:cheia|lotada|excedid)|cota[^.]{0,30}exced|espaco insuficiente|casella[^.]{0,60}piena|spazio[^.]{0,30}(?:insufficiente|esaurito)/,
      /postvak[^.]{0,30}vol\b|mailbox is vol\b|skrzynk\S{0,4}[^.]{0,40}(?:pelna|przepeln)|przekroczon\S{0,3}[^.]{0,30}(?:limit|pojemno|quot)|(?:postladan|inkorgen|postkassen|innboksen)[^.]{0,30}(?:full|fuld)|kutusu[^.]{0,30}dolu|kota[^.]{0,20}(?:dol|asil)/,
      /ящик\S{0,3}[^.]{0,40}(?:переполн|заполнен|полон)|переполнен|квот\S{0,3}[^.]{0,30}(?:превыш|исчерпан)|превышен\S{0,3}[^.]{0,30}(?:квот|размер ящика)/,
      /(?:メールボックス|受信箱|受信トレイ|容量)[^。]{0,30}(?:いっぱい|一杯|満杯|超え|超過|不足|オーバー)|(?:邮箱|信箱|收件箱|空间|空間|容量|配额)[^。]{0,20}(?:已满|已滿|满了|不足|超出|超过|超過)|爆满|(?:메일함|편지함|사서함|용량)[^.]{0,30}(?:가득|초과|부족|꽉)/,
    ],
  ],
  [
    "suspended",
    [
      /temporar(?:y|ily) (?:locked|suspended|disabled|inactive|deactivated|limited|closed|blocked|unavailable)|account is locked|(?:account|user|mail ?box|recipient)\b[^.]{0,60}(?:suspended|\blocked|frozen|\barchived|on hold)|suspend the service|account suspend|user suspend/,
      // KDDI and Yahoo use these for contracts and people that may come back.
      /user\(s\) account is (?:disabled|temporarily limited)|disabled or discontinued/,
      /vorubergehend (?:gesperrt|deaktiviert)|temporairement (?:suspendu|desactive|bloque)|archivee|(?:cuenta|conta|buzon)[^.]{0,40}suspen[ds]|sospes[oa]|zawieszon|заблокирован\S{0,2} временно|временно (?:заблок|отключ|недоступ)|휴면/,
    ],
  ],
  [
    "dns_trouble",
    [
      /try again|lookup fail(?:ed|ure)?[^.]{0,20}temporar|temporar\w{1,4} (?:lookup|dns|name|resolv)|servfail|dns (?:timeout|server fail|query failed(?!: infodomainnon))/,
    ],
  ],
  [
    "moved",
    [
      /user (?:has |is )?moved|has moved|recipient has moved|has been replaced by|new (?:e-?mail )?address(?: is)?:|moved to (?:a )?(?:new )?(?:address|@)|changed (?:his|her|their|its)? ?(?:e-?mail )?address/,
    ],
  ],
  [
    "unknown_user",
    [
      /(?:user|recipient|mail ?box|account|address(?:ee)?|alias|local.?part|user ?id|user ?name|login|customer|subscriber|name)(?: ?[('":<[][^\s]{1,80}| @)? ?(?:is |was |are )?(?:currently )?(?:unknown|not found|not known|not recogni[sz]ed|not exist|not (?:a )?valid|not registered|no longer|non-?existent|invalid|incorrect|unrouteable|undeliverable)/,
      /(?:unknown|no such|invalid|non-?existent|non-?existing|unrecogni[sz]ed|undefined|illegal|no valid|not a (?:known|valid|registered)|bad|wrong|incorrect) ?(?:destination |final delivery |final |delivery |e-?mail |mail |local |smtp |target )?(?:user|recipient|mail ?box|address|e-?mail|alias|person|account|local.?part|addressee|customer|subscriber|login|mail drop|rcpt)/,
      /(?:does not|doesn't|don't|do not|did not|dosn't|didn't|no longer) (?:\w{1,12} )?exists?\b|(?:does not|doesn't) have an? (?:\S{1,60} )?(?:account|mail ?box)|never logged|is not our (?:customer|user)|not our customer/,
      /(?:couldn't|could not|can't|cannot|wasn't|was not|isn't|not) (?:be )?(?:found|find|located|known|listed|recogni[sz]ed) (?:at|in|on|by)\b|not listed in|(?:cannot|can't|could not|couldn't|unable to|failed to) (?:find|locate|resolve|look ?up) (?:the |your |this |a )?(?:\w{1,12} )?(?:user|recipient|mail ?box|addressee|account)|address(?: \S{1,60})? (?:couldn't|could not|wasn't|was not|cannot|can't) be found|recipient (?:couldn't|could not|cannot) be found|user not (?:local|listed|here|in)/,
      /unroute?able (?:address|e-?mail)|no (?:mail ?box|account|user|one|person|recipient)s? (?:here |exists? |found )?(?:by|with|under|for|of) th(?:at|is) (?:name|address)|no (?:mail ?box|user|account) here|there is no (?:such |one |user |account |mail ?box )|not in my validrcptto|has left (?:the |our )|nobody here|who\?|addressee unknown|mailbox name not allowed|user (?:was )?removed|verify (?:the )?(?:recipient|address)[^.]{0,30}(?:not|fail)/,
      /recipnotfound|recipientnotfound|nosuchuser|no_such_user|unknown_user|unknownuser|user_unknown|userunknown|adr\.invalid|badrecipient|adr\.exrecipnotfound|address(?:es)? rejected ?: ?access denied/,
      /(?:account|mail ?box|user|address|inbox)\b[^.;]{0,60}(?:has been |been |was |is )(?:closed|deleted|removed|terminated|deactivated|cancell?ed|discontinued|retired|expired|abandoned)|(?:account|mail ?box) (?:closed|deleted|removed|terminated|deactivated|cancell?ed|expired)|deactivated (?:account|mail ?box|user|address)|no longer (?:accept|in use|valid|active|available|with|work|used|monitored|a valid)/,
      /(?:empfae?nger|benutzer|adresse|postfach|mailadresse|teilnehmer|konto|account|nutzer|kennung)\S{0,6}\b[^.]{0,60}(?:unbekannt|nicht gefunden|existiert nicht|nicht bekannt|nicht vorhanden|ungue?ltig|nicht existent|nicht mehr|gibt es nicht|geloe?scht|geschlossen)|unbekannte\S? (?:empfae?nger|benutzer|adresse|teilnehmer|nutzer)|ungue?ltige\S? (?:empfae?nger|adresse)|existiert nicht|konnte nicht gefunden werden|kein(?:en)? (?:solche[rsn]? )?(?:benutzer|empfae?nger|postfach)/,
      /(?:utilisateur|destinataire|adresse|boite|compte|usager)\S{0,3}\b[^.]{0,80}(?:inconnu|introuvable|n'existe (?:pas|plus)|n existe (?:pas|plus)|inexistant|invalide|non valide|ferme\b|fermee|supprime|a ete ferme)|n'existe (?:pas|plus)|(?:utilisateur|destinataire) inconnu|pas trouve/,
      /(?:usuario|destinatari[oa]|direccion|buzon|cuenta|correo)\S{0,2}\b[^.]{0,60}(?:desconocid|no existe|inexistente|no (?:fue |ha sido )?encontrad|no (?:es )?valid|invalid|no se (?:ha )?(?:podido )?encontr|cerrad|eliminad|dad[oa] de baja)|no existe\b|(?:usuario|destinatario) desconocido/,
      /(?:usuario|utilizador|destinatario|endereco|caixa|conta)\S{0,2}\b[^.]{0,60}(?:desconhecid|nao existe|inexistente|nao (?:foi )?(?:encontrad|localizad)|invalid|nao (?:e )?valid|encerrad|cancelad|excluid)|nao existe\b|nao encontrado/,
      /(?:utente|destinatario|indirizzo|casella|account)\S{0,2}\b[^.]{0,60}(?:sconosciut|non esiste|inesistente|non (?:e stat[oa] )?trovat|non (?:e )?valid|chius[oa]|cancellat)|non esiste\b|(?:utente|destinatario) sconosciuto/,
      /(?:gebruiker|ontvanger|adres|postvak|postbus|mailbox|account)\S{0,3}\b[^.]{0,60}(?:onbekend|bestaat niet|niet gevonden|ongeldig|niet bekend|opgeheven)|bestaat niet|onbekende (?:gebruiker|ontvanger)|(?:uzytkownik|adresat|odbiorc|adres|skrzynk|konto)\S{0,3}[^.]{0,60}(?:nieznan|nie istnieje|nie (?:zosta\S{1,3} )?znalezion|nieprawid|nie odnaleziono)|nieznan\w{1,3} (?:uzytkownik|adresat|odbiorc)|nie istnieje|nie ma takiego|brak (?:takiego )?(?:uzytkownika|konta|adresata)/,
      /(?:anvandar|mottagar|adress|brukar|bruker|modtager|mottaker|brevlada)\S{0,4}\b[^.]{0,60}(?:okand|finns inte|hittades inte|hittas inte|existerar inte|ukendt|ukjent|findes ikke|finnes ikke|eksisterer ikke|ikke fundet|ikke funnet)|okand (?:anvandare|mottagare)|(?:kayttaja|vastaanottaj|osoite)\S{0,4}[^.]{0,60}(?:ei loy|tuntematon|ei ole olemassa)|(?:kullanici|alici|adres|posta kutusu|hesap)\S{0,4}[^.]{0,60}(?:bulunamad|mevcut degil|bilinmiyor|gecersiz|yok\b)|(?:uzivatel|prijemce|adresa|schranka)\S{0,3}[^.]{0,60}(?:neexistuje|nenalezen|neznam|nebyl)|(?:felhasznalo|cimzett|postafiok|cim)\S{0,4}[^.]{0,60}(?:nem letezik|nem talalhato|ismeretlen)/,
      /(?:пользовател|получател|адрес|адресат|ящик|аккаунт|учетн)\S{0,5}[^.]{0,60}(?:не наиден|не существу|неизвест|недеиствител|не зарегистрирован|удален|закрыт)|не существует|нет тако(?:го|и)|такого (?:пользовател|адрес)\S{0,3} нет|неизвестн\S{0,4} (?:пользовател|получател|адрес)|неверн\S{0,3} (?:адрес|получател)/,
      /(?:ユーザ|アドレス|宛先|あて先|受信者|メールボックス|アカウント)[^。]{0,40}(?:存在しま|存在しな|見つかりませ|不明|無効|間違|誤り|ありません)|存在しません|宛先不明|該当(?:する)?[^。]{0,20}(?:ユーザ|アドレス)[^。]{0,20}(?:ありません|なし)/,
      /(?:用户|用戶|收件人|收件者|收件地址|地址|邮箱|信箱|帐号|账号|帳號|帐户|账户|使用者)[^。]{0,40}(?:不存在|无效|無效|未找到|找不到|没有找到|已注销|被注销|已删除|有误|错误)|不存在|查无此|查無此|无此用户|沒有此|(?:사용자|수신자|받는 ?사람|주소|계정|메일함|아이디)[^.]{0,40}(?:존재하지|없는|없습니다|찾을 수|알 수 없|잘못|탈퇴|삭제)|존재하지 않/,
    ],
  ],
  [
    "disabled",
    [
      /(?:account|mail ?box|user|address|recipient|inbox|domain)\b[^.;]{0,60}\bdisabled|(?:disabled|deactivated) (?:account|mail ?box|user)/,
      /(?:konto|postfach|adresse|benutzer)\S{0,3}\b[^.]{0,60}(?:deaktiviert|stillgelegt)|(?:compte|boite|adresse)\S{0,3}\b[^.]{0,60}desactive|(?:cuenta|buzon|usuario)\S{0,2}\b[^.]{0,60}(?:des|in)?(?:activad|habilitad)|(?:conta|caixa)\b[^.]{0,60}(?:desativad|desabilitad)|(?:casella|account|utente)\b[^.]{0,60}(?:disabilitat|disattivat)|(?:account|postvak|mailbox)\b[^.]{0,60}uitgeschakeld|(?:ящик|аккаунт|учетн|пользовател)\S{0,5}[^.]{0,60}(?:отключен|деактивирован)|(?:帐号|账号|邮箱|用户|帐户|账户)[^。]{0,20}(?:停用|禁用|冻结)|(?:アカウント|メールボックス)[^。]{0,20}(?:無効|停止)/,
    ],
  ],
  [
    "unknown_host",
    [
      /host (?:or domain name )?(?:\S{1,80} )?not found|(?:unknown|no such|invalid|non-?existent|non-?existing|bad|illegal) (?:destination |mail |e-?mail )?(?:host|domain)|host(?: name)? unknown|host(?: name)? is unknown|bad destination (?:host|system)|couldn't find any host|couldn't find a mail exchanger/,
      /(?:domain|host)(?: ?name)?(?: \S{1,80})? (?:is )?(?:unknown|not found|not exist|does not exist|doesn't exist|not valid|invalid|non-?existent|isn't valid)|domain (?:has )?expired|nxdomain|domainnonexistent|unroute?able (?:mail )?domain|name or service not known|no (?:such )?(?:dns )?(?:record|entry|entries) (?:found )?for|dns (?:domain|record|name)[^.]{0,60}(?:does not exist|doesn't exist|not found)/,
      /\bno mx\b|no (?:mail exchanger|mail ?servers?|mail hosts?)\b|mx records? (?:point|not|for|does|could|was)[^.]{0,60}(?:non-?existent|found|exist|resolv)|null ?-?mx|(?:does not|doesn't|do not|will not|never) accepts? (?:any )?(?:e-?)?mail\b|no (?:a|mx|aaaa)(?: or (?:a|mx))? records?|malformed or unexpected name server reply|all relevant mx records/,
      /(?:domain|host|domane|domaine|dominio|domein|domena|домен)\S{0,3}\b[^.]{0,40}(?:unbekannt|existiert nicht|nicht gefunden|n'existe pas|introuvable|no existe|non esiste|nao existe|bestaat niet|nie istnieje|не существует|не наиден)|(?:ドメイン|ホスト)[^。]{0,30}(?:存在しま|存在しな|見つかりませ|不明)|(?:域名|域|主机)[^。]{0,20}(?:不存在|找不到|无法解析|无效)|도메인[^.]{0,30}(?:존재하지|찾을 수|없)/,
    ],
  ],
  [
    "blocked",
    [
      /\bspam|\bblock(?:ed|list|s|ing)?\b|blocked|block ?list|black ?-?list|\b(?:rbl|dnsbl|surbl|uribl)\b|listed (?:at|in|on|by|for)|is listed|\bbanned\b|\bbarred\b|polic(?:y|ies)\b|reputation|\bdmarc\b|\bspf\b|\bdkim\b|\bvirus|malware|phish|unsolicited|prohibit|\bbulk\b|not allowed to|not (?:permitted|authori[sz]ed)|unauthenticated|spamhaus|spamcop|barracuda(?:central|networks)|sorbs|cloudmark|\bjunk/,
      /\(bl\)|access denied|\bprotection|your e-?mail (?:was|has been) (?:rejected|refused)|blockiert|gesperrt|bloqu[eo]|bloccat|geblokkeerd|zablokowan|спам|заблокирован|черн\S{0,4} спис|スパム|迷惑メール|拒否|垃圾|拦截|黑名单|스팸|차단/,
    ],
  ],
];

/** The part of a server's response that is matched. */
const WORDS_CHARS_MAX = 4000;
const ADDRESS = /[^\s<>"'();:,。、，：；（）「」]{1,100}@[^\s<>"'();:,。、，：；（）「」]{1,255}/g;
/** `550-5.1.1 ` before each further line of a response. */
const CONTINUED = /(?:^|\s)[245]\d\d-(?:[245]\.\d{1,3}\.\d{1,3}\s)?/g;
/** `mx.example.com[192.0.2.1]`, `[mx.protection.example.com]`: a server's name carries no meaning. */
const SERVER = /[^\s[]{1,100}\[[\da-f.:]{3,45}\]|\[(?:[\w-]{1,63}\.){2,9}[a-z]{2,20}[^\]@]{0,60}\]/g;

/** Normalizes a server's response for matching: without case, accents, line breaks, names, and addresses. */
export function normalizeReply(text: string): string {
  return normalStart(text, "NFKD", WORDS_CHARS_MAX)
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ı/g, "i")
    .replace(/ł/g, "l")
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(CONTINUED, " ")
    .replace(SERVER, " ")
    .replace(ADDRESS, "@")
    .replace(/[<>\s]+/g, " ");
}

export function replyMeaning(text: string): ReplyMeaning | undefined {
  const words = normalizeReply(text);
  return SAYINGS.find(([, said]) => said.some((one) => one.test(words)))?.[0];
}

/** Weak hints, used where neither code nor phrase is plain. */
const VAGUE_HARD =
  /check (?:if |that |whether )?(?:the |your )?(?:recipient'?s? )?(?:e-?mail )?address is|mail ?box unavailable|address rejected|rejected (?:the )?(?:address|recipient)|(?:recipient|address|user) (?:\S{1,60} )?(?:was )?(?:rejected|refused|denied)|not accepted here|no valid recipients?|address (?:is )?(?:wrong|disabled|unknown)|(?:cannot|can't) deliver (?:mail )?(?:to|for) th(?:is|at) (?:user|recipient|address)|inactive (?:user|account)/;
const VAGUE_SOFT =
  /inactive\b|mailer error|service (?:is )?(?:currently |temporarily )?(?:un|not )available|internal (?:system |server |software )?error|system (?:error|not accepting)|temporar|(?:again|retry) later|time(?:d)?[ -]?out|connection (?:refused|reset|lost|closed|failed)|no route to|unreachable|deferred|resources|local (?:error|problem)|configuration|misconfigured|\bloop|too many hops|hop count|maintenance|expired\b|died (?:with|of|on) signal/;
const VAGUE_POLICY =
  /content|filter|abuse|security|restrict|denied|forbidden|not (?:allowed|accepted)|suspicious|refused by|reject(?:ed)? (?:by|due|for|because)|transaction failed|violat|postmaster/;

export type ReplyHint = "hard" | "soft" | "policy";
/** Returns a possible meaning. Only used where no code tells more. */
export function replyHint(text: string): ReplyHint | undefined {
  const words = normalizeReply(text);
  if (VAGUE_SOFT.test(words)) return "soft";
  if (VAGUE_HARD.test(words)) return "hard";
  return VAGUE_POLICY.test(words) ? "policy" : undefined;
}
