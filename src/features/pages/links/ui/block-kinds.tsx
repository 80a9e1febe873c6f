import {
  IconAddressBook,
  IconAt,
  IconBlockquote,
  IconCoin,
  IconFolder,
  IconHeading,
  IconHelpCircle,
  IconHourglass,
  IconLayoutGrid,
  IconLink,
  IconMailPlus,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconPlayerPlay,
  IconSpacingVertical,
  type TablerIcon,
} from "@tabler/icons-react";
import type { LinkKind } from "#src/features/pages/links/blocks-contract.ts";
import type { Creation } from "./shared/links-search.ts";

export const KIND_ICONS: Readonly<Record<LinkKind, TablerIcon>> = {
  link: IconLink,
  heading: IconHeading,
  text: IconBlockquote,
  picture: IconPhoto,
  gallery: IconLayoutGrid,
  spacer: IconSpacingVertical,
  embed: IconPlayerPlay,
  contact_card: IconAddressBook,
  map: IconMapPin,
  faq: IconHelpCircle,
  group: IconFolder,
  countdown: IconHourglass,
  newsletter: IconMailPlus,
  support: IconCoin,
};

interface Choice {
  /** What opens when it's chosen. */
  id: Exclude<Creation, "blocks">;
  Icon: TablerIcon;
  label: string;
  hint: string;
}

/** Everything there is to add, in the order in which people look for it. */
export function choices(): Choice[] {
  const all: (Omit<Choice, "Icon"> & { Icon?: TablerIcon })[] = [
    { id: "yes", Icon: IconLink, label: "Link", hint: "Any address on the web" },
    { id: "email", Icon: IconAt, label: "E-mail address", hint: "Opens a new message to you" },
    { id: "phone", Icon: IconPhone, label: "Phone number", hint: "Calls you at a tap" },
    { id: "heading", label: "Heading", hint: "A title above what follows" },
    { id: "text", label: "Text", hint: "A few words, with links" },
    { id: "group", label: "Group", hint: "Links to open and close together" },
    { id: "picture", label: "Picture", hint: "With or without a link" },
    { id: "gallery", label: "Gallery", hint: "Up to 12 pictures in a row" },
    { id: "embed", label: "Embed", hint: "YouTube, Spotify, TikTok, and more" },
    { id: "newsletter", label: "Sign-up form", hint: "Collects e-mail addresses" },
    { id: "support", label: "Tips", hint: "Ko-fi, Buy Me a Coffee, PayPal, Stripe" },
    { id: "faq", label: "FAQ", hint: "Questions that open to their answers" },
    { id: "countdown", label: "Countdown", hint: "The time left until a day" },
    { id: "contact_card", label: "Contact card", hint: "Goes into address books" },
    { id: "map", label: "Map", hint: "An address that opens on a map" },
    { id: "spacer", label: "Spacer", hint: "Some space, or a line" },
  ];
  const icons: Readonly<Partial<Record<string, TablerIcon>>> = KIND_ICONS;
  return all.map((one) => ({ ...one, Icon: one.Icon ?? icons[one.id] ?? IconLink }));
}
