import "#src/kit/deferred.css";
import { Alert, Button, Modal, Text, TextInput } from "@mantine/core";
import { IconAddressBook, IconCopy, IconDownload, IconShare2 } from "@tabler/icons-react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { copyText } from "#src/kit/copy-text.ts";
import classes from "./ShareDialog.module.css";

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

function Downloads({ profile }: { profile: Profile }) {
  const { username } = profile;
  const files = [
    {
      path: "qr.svg",
      file: `${username}-qr.svg`,
      label: "SVG",
      name: "QR code as SVG",
      icon: <IconDownload size={18} />,
    },
    {
      path: "qr.png",
      file: `${username}-qr.png`,
      label: "PNG",
      name: "QR code as PNG",
      icon: <IconDownload size={18} />,
    },
    {
      path: "card.vcf",
      file: `${username}.vcf`,
      label: "vCard",
      name: "vCard",
      icon: <IconAddressBook size={18} />,
    },
  ];
  return (
    <>
      <div className={classes.code}>
        <img src={`/${username}/qr.svg`} alt={`QR code of ${profile.name}`} width={224} height={224} />
      </div>
      <div className={classes.files}>
        {files.map(({ path, file, label, name, icon }) => (
          <Button
            key={path}
            component="a"
            href={`/${username}/${path}`}
            download={file}
            aria-label={`Download ${name}`}
            variant="default"
            leftSection={icon}
          >
            {label}
          </Button>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        Print the code anywhere: it opens your page. The vCard adds your page to someone’s contacts.
      </Text>
    </>
  );
}
