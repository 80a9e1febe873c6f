import { Alert, Button, Modal, Text, TextInput } from "@mantine/core";
import { IconAddressBook, IconCopy, IconDownload, IconShare2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "#src/features/accounts/ui/shared/account-queries.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { pageAddress } from "#src/features/profiles/ui/shared/page-address.ts";
import { copyText } from "#src/kit/copy.ts";
import classes from "./ShareDialog.module.css";

interface ShareDialogProps {
  /** Whose page is shared; null while the dialog is closed. */
  profile: Profile | null;
  onClose: () => void;
}

/** A page's address to copy and hand on, its QR code and vCard to download. */
export function ShareDialog({ profile, onClose }: ShareDialogProps) {
  return (
    <Modal opened={profile !== null} onClose={onClose} title={`Share ${profile?.name ?? "page"}`}>
      {profile && <Ways profile={profile} />}
    </Modal>
  );
}

function Ways({ profile }: { profile: Profile }) {
  const { data: instance } = useQuery(instanceQuery());
  const address = pageAddress(instance?.public_url ?? location.origin, profile.username);
  return (
    <div className={classes.dialog}>
      <TextInput
        label="Page address"
        value={address}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.ways}>
        <Button leftSection={<IconCopy size={18} />} onClick={() => void copyText(address, "Page address")}>
          Copy address
        </Button>
        {"share" in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare2 size={18} />}
            // Who closes the system's sheet has decided: there is nothing to say about it.
            onClick={() => void navigator.share({ title: profile.name, url: address }).catch(() => undefined)}
          >
            Share …
          </Button>
        )}
      </div>
      {profile.status === "active" ? (
        <Downloads profile={profile} />
      ) : (
        <Alert variant="light" color="gray" title="This profile is inactive">
          Its QR code and vCard are there again when you activate it.
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
        The code leads to your page, also on paper. The vCard puts your page into somebody's address book.
      </Text>
    </>
  );
}
