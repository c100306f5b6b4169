import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { FormMessage } from '#ui/form/form.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { closeModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { ScannedPayment } from './payment-uri.ts';
import { readQr } from './read-qr.ts';

interface ScanDialogProps {
  camera: boolean;
  onScan(payment: ScannedPayment): void;
}

const lookEveryMs = 250;

type CameraState = 'starting' | 'on' | 'refused' | 'missing';

/** Shows the camera in a video and looks at it until a code with an address is found. It is let go when the dialog closes. */
function useCamera(wanted: boolean, onFound: (payment: ScannedPayment) => void) {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>(
    wanted && navigator.mediaDevices !== undefined ? 'starting' : 'missing',
  );
  const onFoundRef = useRef(onFound);
  onFoundRef.current = onFound;
  useEffect(() => {
    if (!wanted || navigator.mediaDevices === undefined) return;
    let over = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const video = videoRef.current;
      const size = { width: video?.videoWidth ?? 0, height: video?.videoHeight ?? 0 };
      const found = video === null ? undefined : await readQr(video, size).catch(() => undefined);
      if (over) return;
      if (found === undefined) timer = setTimeout(() => void look(), lookEveryMs);
      else onFoundRef.current(found);
    };
    const start = async (): Promise<void> => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      } catch (error) {
        const isRefused = error instanceof Error && error.name === 'NotAllowedError';
        if (!over) setState(isRefused ? 'refused' : 'missing');
        return;
      }
      const video = videoRef.current;
      if (over || video === null) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      video.srcObject = stream;
      await video.play().catch(() => {});
      setState('on');
      void look();
    };
    void start();
    return () => {
      over = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [wanted]);
  return { videoRef, state };
}

/** Reads a QR code by the camera, or from a picture that is chosen. */
export function ScanDialog({ camera, onScan }: ScanDialogProps) {
  const { t } = useTranslation();
  const [message, setMessage] = useState<string>();
  const fileRef = useRef<HTMLInputElement>(null);
  const found = (payment: ScannedPayment): void => {
    closeModal();
    onScan(payment);
  };
  const { videoRef, state } = useCamera(camera, found);
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file === undefined) return;
    setMessage(undefined);
    try {
      const picture = await createImageBitmap(file);
      const payment = await readQr(picture, picture);
      picture.close();
      if (payment === undefined) setMessage(t('withdrawal.scan.nothing'));
      else found(payment);
    } catch {
      setMessage(t('withdrawal.scan.unreadable'));
    }
  };
  const showsVideo = state === 'starting' || state === 'on';
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      {showsVideo && (
        <div className="relative aspect-square overflow-hidden rounded-md bg-raised">
          <video ref={videoRef} muted playsInline className="size-full object-cover" />
          <div aria-hidden="true" className="absolute inset-[18%] rounded-lg border-2 border-accent" />
        </div>
      )}
      <p role="status" className="text-pretty text-muted">
        {camera ? t(`withdrawal.scan.${state}`) : t('withdrawal.scan.picture')}
      </p>
      <input
        ref={fileRef}
        type="file"
        accept="image/*"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => void choose(event)}
      />
      <Button wide color="black" onClick={() => fileRef.current?.click()}>
        <Icon name="upload" size={16} />
        {t('withdrawal.scan.choose')}
      </Button>
    </div>
  );
}
