import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { loadTexts } from '#language/i18n.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import type { ScannedPayment } from './payment-uri.ts';

interface ScanButtonProps {
  camera: boolean;
  onScan(payment: ScannedPayment): void;
}

/** The part of the address bar by which a page that was loaded for the camera goes on with scanning. */
const scanning = 'scan';

interface PolicyDocument {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** The permissions policy came with the document: one that was loaded for another page of the application may not ask for the camera. */
function isCameraShut(): boolean {
  return (document as unknown as PolicyDocument).featurePolicy?.allowsFeature('camera') === false;
}

/** Reads an address from a QR code, by the camera where the page has it, or from a picture. */
export function ScanButton({ camera, onScan }: ScanButtonProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const onScanRef = useRef(onScan);
  onScanRef.current = onScan;

  const open = async (): Promise<void> => {
    try {
      const [{ ScanDialog }] = await Promise.all([import('./scan-dialog.tsx'), loadTexts('withdrawal')]);
      showModal(
        ScanDialog,
        { camera, onScan: (payment: ScannedPayment) => onScanRef.current(payment) },
        { title: t('withdrawal.scan.title'), size: 'sm' },
      );
    } catch {
      showToast({ type: 'error', title: t('common.somethingWentWrong') });
    }
  };
  const openRef = useRef(open);
  openRef.current = open;
  const press = (): void => {
    if (camera && isCameraShut()) window.location.assign(`${window.location.pathname}?${scanning}=1`);
    else void open();
  };
  useEffect(() => {
    if (!camera || search.get(scanning) === null) return;
    setSearch({}, { replace: true });
    void openRef.current();
  }, [camera, search, setSearch]);
  return <IconButton icon="qr-code" label={t('withdrawal.scan.open')} onClick={press} />;
}
