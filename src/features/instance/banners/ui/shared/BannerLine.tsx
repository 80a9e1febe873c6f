import { Anchor, CloseButton, Group } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { ShownBanner } from "#src/features/instance/banners/contract.ts";
import { bannerTextIn } from "#src/features/instance/banners/rules.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { LANGUAGE } from "#src/kit/locale.ts";
import type { Language } from "#src/lib/language.ts";

interface BannerLineProps {
  banner: Omit<ShownBanner, "id">;
  language?: Language;
  isInset?: boolean;
  /** Set where it’s only looked at. */
  isSilent?: boolean;
  onDismiss?: () => void;
}

/** One message of the instance. A warning is announced at once. */
export function BannerLine({ banner, language = LANGUAGE, isInset, isSilent, onDismiss }: BannerLineProps) {
  const { texts, tone, url, labels } = banner;
  const said = bannerTextIn(texts, language);
  const label = bannerTextIn(labels, language);
  const isElsewhere = !url.startsWith("/");
  const Icon = tone === "warning" ? IconAlertTriangle : IconInfoCircle;
  return (
    <Banner
      role={isSilent ? undefined : tone === "warning" ? "alert" : "status"}
      isInset={isInset ?? false}
      icon={<Icon size={20} color={tone === "warning" ? "var(--mantine-color-orange-filled)" : undefined} />}
      action={onDismiss && <CloseButton aria-label="Dismiss" onClick={onDismiss} />}
    >
      <Group component="span" gap="xs" display="inline">
        <span dir="auto" lang={said.language} style={{ overflowWrap: "anywhere" }}>
          {said.text}
        </span>{" "}
        {url !== "" && (
          <Anchor
            href={url}
            inherit
            underline="always"
            lang={label.text === "" ? undefined : label.language}
            {...(isElsewhere && { target: "_blank", rel: "noreferrer" })}
          >
            {label.text === "" ? "Read more" : label.text}
          </Anchor>
        )}
      </Group>
    </Banner>
  );
}
