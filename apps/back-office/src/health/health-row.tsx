import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Tile } from '#kit/tile.tsx';
import { healthQuery, partName, partPaths, stateText, stateTones } from './health-query.ts';

/** The parts of the exchange in a row: whether each works, and where it is mended. */
export function HealthRow() {
  const health = useQuery(healthQuery);
  return (
    <Card
      title="Health"
      actions={
        <Link to="/system" className="text-accent hover:underline">
          System
        </Link>
      }
    >
      {health.data === undefined ? (
        <p className="text-muted">{health.isPending ? 'Asking …' : 'It cannot be asked right now.'}</p>
      ) : (
        <div className="tiles card-tiles">
          {health.data.parts.map((part) => (
            <Tile
              key={partName(part)}
              label={partName(part)}
              value={stateText(part)}
              note={part.text}
              to={partPaths[part.part] ?? '/system'}
              tone={part.state === 'good' ? undefined : stateTones[part.state]}
            />
          ))}
        </div>
      )}
    </Card>
  );
}
