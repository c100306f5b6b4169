import { listingEndpoints, type StaffCoin } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { CoinLogo } from '@emporion/web/ui/coin/coin-logo.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { PictureButton, pictureUrl } from '#kit/picture-button.tsx';

const shownPx = 48;
export const coinLogoHint = 'A square PNG, WebP or plain SVG of at most 192 kB. It is shown as a circle.';

/** A picture as coins are shown. */
export function CoinPicture({ url, label }: { url: string; label: string }) {
  return <img src={url} alt={label} width={shownPx} height={shownPx} className="flex-none rounded-full" />;
}

function askLogo(code: string, picture: string | null): void {
  askAction({
    title: picture === null ? `Remove the logo of ${code}` : `Change the logo of ${code}`,
    text:
      picture === null ? (
        'It is shown with the mark that the product brings, or a plain one.'
      ) : (
        <CoinPicture url={pictureUrl(picture)} label="The new logo" />
      ),
    fields: [reasonField],
    confirm: picture === null ? 'Remove' : 'Change',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(listingEndpoints.changeLogo, {
            params: { currency: code },
            body: { picture, reason, confirmation },
          }),
        done: 'The logo was changed. Pages that are open show it once they are loaded again.',
      }),
  });
}

/** The picture that people see beside the coin. */
export function CoinLogoCard({ coin: { code, logo } }: { coin: StaffCoin }) {
  const may = useMay();
  return (
    <Card title="Logo">
      <div className="flex flex-wrap items-center gap-4">
        {logo === null ? (
          <CoinLogo code={code} size={shownPx} />
        ) : (
          <CoinPicture url={logo} label={`Logo of ${code}`} />
        )}
        <p className="min-w-0 flex-1 basis-64 text-pretty text-muted">
          {logo === null ? coinLogoHint : 'The wallet, the trading page and the back office show it.'}
        </p>
        {may('markets.create') && (
          <div className="flex flex-wrap gap-2">
            <PictureButton
              label={logo === null ? 'Choose a picture' : 'Change the logo'}
              of={`Picture of ${code}`}
              accepts={['png', 'svg', 'webp']}
              onPicture={(picture) => askLogo(code, picture)}
            />
            {logo !== null && (
              <Button size="small" variant="flat" onClick={() => askLogo(code, null)}>
                Remove the logo
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

interface NewLogoProps {
  picture: string | null;
  onPicture(picture: string | null): void;
}

/** The picture of a coin that is being listed. */
export function NewLogo({ picture, onPicture }: NewLogoProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 pt-4">
      {picture !== null && <CoinPicture url={pictureUrl(picture)} label="The logo" />}
      <p className="min-w-0 flex-1 basis-64 text-pretty text-muted">
        {picture === null ? `Logo: ${coinLogoHint} Can be left for later.` : 'It is listed with this logo.'}
      </p>
      <PictureButton
        label={picture === null ? 'Choose a logo' : 'Choose another'}
        of="Picture of the coin"
        accepts={['png', 'svg', 'webp']}
        onPicture={onPicture}
      />
      {picture !== null && (
        <Button size="small" variant="flat" onClick={() => onPicture(null)}>
          Without a logo
        </Button>
      )}
    </div>
  );
}
