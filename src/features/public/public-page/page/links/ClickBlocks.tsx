import { CURRENCIES, type Currency } from "#src/features/pages/links/blocks-contract.ts";
import {
  EMBED_SERVICES,
  mapUrl,
  supportServiceOf,
  supportUrl,
} from "#src/features/pages/links/blocks-rules.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { PageLink } from "../page-view.ts";
import { directProps, goProps } from "./go-props.ts";
import { LinkIcon } from "./LinkIcon.tsx";
import { Markup } from "./Markup.tsx";
import { embedOf, listOfNumbers, textOf } from "./page-blocks.ts";
import { type BlockProps, Title } from "./Title.tsx";

function Broken({ link }: { link: PageLink }) {
  return <p className="card broken" lang="en">{`Error loading link: ${textOf(link.title) || "Unknown"}`}</p>;
}

/**
 * A card that the script replaces by the player when it's pressed. Until then, nothing loads from elsewhere,
 * and without JavaScript it's a link.
 */
export function Embed({ link }: BlockProps) {
  const embed = embedOf(link);
  if (!embed) return <Broken link={link} />;
  const { label } = EMBED_SERVICES[embed.service];
  const title = textOf(link.title) || label;
  return (
    <a
      className={`card embed ${embed.shape}`}
      {...goProps(link, embed.url)}
      data-embed={embed.frame}
      data-shape={embed.shape}
      data-title={title}
      dir="auto"
    >
      <LinkIcon icon={embed.service} />
      <span className="words">
        {title}
        <span lang="en">{`Plays here, from ${label}`}</span>
      </span>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="play">
        <path d="M8 5v14l11-7z" />
      </svg>
    </a>
  );
}

const MAPS_PACKAGE = "com.google.android.apps.maps";

/** Every system opens its own map. The script knows which one. */
export function MapCard({ link, block }: BlockProps) {
  const address = textOf(block.content.address);
  if (address === "") return <Broken link={link} />;
  const title = textOf(link.title);
  return (
    <a
      className="card map"
      {...goProps(link, mapUrl(address))}
      data-android={MAPS_PACKAGE}
      data-map={address}
      dir="auto"
    >
      <span className="icon">
        <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
          <path d="M12 21s7-6.1 7-11a7 7 0 1 0-14 0c0 4.9 7 11 7 11zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
        </svg>
      </span>
      <span className="words">
        {title || address}
        {title !== "" && title !== address && <span>{address}</span>}
      </span>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="go line">
        <path d="M7 17 17 7M8 7h9v9" />
      </svg>
    </a>
  );
}

/** A person's details, and a file for the address book. */
export function ContactCard({ link, block, view }: BlockProps) {
  const { role, company, email, phone, website, address } = block.content;
  const work = [role, company].map(textOf).filter(Boolean).join(", ");
  const contacts = [
    { text: textOf(email), url: `mailto:${textOf(email)}` },
    { text: textOf(phone), url: `tel:${textOf(phone)}` },
    { text: textOf(website).replace(/^https?:\/\/|\/$/g, ""), url: textOf(website) },
  ].filter(({ text }) => text !== "");
  return (
    <section className="card panel contact">
      <Title link={link} />
      {work !== "" && <p dir="auto">{work}</p>}
      <ul>
        {contacts.map(({ text, url }) => (
          <li key={url}>
            <ContactLink link={link} text={text} url={url} />
          </li>
        ))}
      </ul>
      {textOf(address) !== "" && (
        <p className="address" dir="auto">
          {textOf(address)}
        </p>
      )}
      <a
        className="chip"
        href={`/${encodeURIComponent(view.username)}/contact/${encodeURIComponent(link.id)}.vcf`}
        lang="en"
        rel="nofollow"
      >
        Save contact
      </a>
    </section>
  );
}

function ContactLink({ link, text, url }: { link: PageLink; text: string; url: string }) {
  const checked = checkUrl(url);
  return checked.ok ? (
    <a {...directProps(link, checked.url)} dir="auto">
      {text}
    </a>
  ) : (
    text
  );
}

export function Support({ link, block }: BlockProps) {
  const service = supportServiceOf(link.url);
  if (!service) return <Broken link={link} />;
  const currency = CURRENCIES.find((known) => known === block.content.currency) ?? "EUR";
  const amounts = service.hasAmounts ? listOfNumbers(block.content.amounts) : [];
  return (
    <section className="card panel support">
      <Title link={link} />
      <Markup text={textOf(link.description)} link={link} />
      <ul>
        {amounts.map((amount) => (
          <li key={amount}>
            <a className="chip" {...goProps(link, supportUrl(link.url, amount, currency))} lang="en">
              {money(amount, currency)}
            </a>
          </li>
        ))}
        <li>
          <a className="chip" {...goProps(link)} lang="en">
            {amounts.length > 0 ? `Other amount on ${service.label}` : `Support on ${service.label}`}
          </a>
        </li>
      </ul>
    </section>
  );
}

function money(amount: number, currency: Currency): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
