import "#src/kit/deferred.css";
import { Alert, Button, Modal, Select, Text, TextInput } from "@mantine/core";
import { IconAddressBook, IconCopy, IconDownload, IconShare2 } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { countsAsLink } from "#src/features/pages/links/rows-rules.ts";
import { linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { QrDesignFields } from "./QrDesignFields.tsx";
import classes from "./ShareDialog.module.css";
import { useQrDesign } from "./use-qr-design.ts";

interface ShareDialogProps {
  /** The profile whose page is shared, or null while the dialog is closed. */
  profile: Profile | null;
  onClose: () => void;
}

/** A dialog to copy and share a page's URL and to download its QR code and vCard. */
export function ShareDialog({ profile, onClose }: ShareDialogProps) {
  return (
    <Modal opened={profile !== null} onClose={onClose} title={`Share ${profile?.name ?? "page"}`}>
      {profile && <Ways profile={profile} />}
    </Modal>
  );
}

function Ways({ profile }: { profile: Profile }) {
  const url = usePageUrls().full(profile);
  return (
    <div className={classes.dialog}>
      <TextInput
        label="Page URL"
        value={url}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.ways}>
        <Button leftSection={<IconCopy size={18} />} onClick={() => void copyText(url, "Page URL")}>
          Copy URL
        </Button>
        {"share" in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare2 size={18} />}
            // Closing the system's share sheet isn't a failure.
            onClick={() => void navigator.share({ title: profile.name, url }).catch(() => undefined)}
          >
            Share…
          </Button>
        )}
      </div>
      {profile.status === "active" ? (
        <Downloads profile={profile} />
      ) : (
        <Alert variant="light" color="gray" title="This profile is inactive">
          Activate it to get its QR code and vCard.
        </Alert>
      )}
    </div>
  );
}

const TYPES = [
  { type: "svg", label: "SVG" },
  { type: "png", label: "PNG" },
  { type: "pdf", label: "PDF" },
] as const;

function Downloads({ profile }: { profile: Profile }) {
  const mayEdit = useHasPermission("profiles.edit");
  const { design, change, error, version } = useQrDesign(profile);
  const { data } = useQuery(linksQuery(profile.id));
  const links = (data?.items ?? []).filter((link) => link.is_visible && countsAsLink(link));
  const [target, setTarget] = useState(PAGE);
  const link = target === PAGE ? undefined : links.find(({ id }) => id === target);
  const { username } = profile;
  const query = link ? `?link=${link.id}` : "";
  const shown = `/${username}/qr.svg?${new URLSearchParams({ v: version, ...(link ? { link: link.id } : {}) })}`;
  return (
    <>
      {links.length > 0 && (
        <Select
          size="md"
          label="The code opens"
          value={link?.id ?? PAGE}
          onChange={(chosen) => setTarget(chosen ?? PAGE)}
          allowDeselect={false}
          searchable
          data={[
            { value: PAGE, label: "The page" },
            ...links.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
      <div className={classes.code}>
        <img src={shown} alt={`QR code of ${link?.title ?? profile.name}`} width={224} />
      </div>
      <div className={classes.files}>
        {TYPES.map(({ type, label }) => (
          <Button
            key={type}
            component="a"
            href={`/${username}/qr.${type}${query}`}
            download={`${username}-qr.${type}`}
            aria-label={`Download QR code as ${label}`}
            variant="default"
            leftSection={<IconDownload size={18} />}
          >
            {label}
          </Button>
        ))}
        <Button
          component="a"
          href={`/${username}/card.vcf`}
          download={`${username}.vcf`}
          aria-label="Download vCard"
          variant="default"
          leftSection={<IconAddressBook size={18} />}
        >
          vCard
        </Button>
      </div>
      {links.length > 0 && <AllCodes username={username} links={links} />}
      {mayEdit && (
        <details>
          <summary className={classes.design}>Design</summary>
          <QrDesignFields profile={profile} design={design} onChange={change} error={error} />
        </details>
      )}
      <Text size="sm" c="dimmed">
        Print the code anywhere. Visits from it show up in Analytics with the campaign source “qr”. The vCard
        adds your page to someone’s contacts.
      </Text>
    </>
  );
}

const PAGE = "page";

function AllCodes({ username, links }: { username: string; links: readonly Pick<Link, "id" | "title">[] }) {
  const download = useMutation({
    mutationFn: async () => (await import("./qr-zip.ts")).downloadCodes({ username, links, type: "png" }),
    onError: (error) => toastError(error, "Couldn’t download the codes"),
  });
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={18} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      All codes of this page as a zip
    </Button>
  );
}
