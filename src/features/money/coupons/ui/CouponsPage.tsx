import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDiscount2, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { CouponRow } from "./CouponRow.tsx";
import { couponsQuery } from "./coupon-queries.ts";

const CouponDialog = lazyDialog(async () => (await import("./CouponDialog.tsx")).CouponDialog);

/** `/admin/coupons`: discount codes for premium. */
export function CouponsPage() {
  const [creating, create] = useDisclosure(false);
  return (
    <>
      <PageTitle
        title="Coupons"
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={create.open}>
            Create coupon
          </Button>
        }
      >
        Codes that people enter when they buy premium
      </PageTitle>
      <CouponList />
      <CouponDialog opened={creating} onClose={create.close} />
    </>
  );
}

function CouponList() {
  const list = useInfiniteQuery(couponsQuery());
  return (
    <Stack gap="xs">
      <PagedList
        list={list}
        failure="We couldn’t load the coupons."
        empty={
          <EmptyPanel
            icon={<IconDiscount2 />}
            title="No coupons yet"
            description="A coupon takes a percentage or an amount off premium, for as long as you choose."
          />
        }
        row={(coupon) => <CouponRow key={coupon.id} coupon={coupon} />}
      />
    </Stack>
  );
}
