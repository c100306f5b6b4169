import { ignoreHeldPress } from '#ui/button/held-key.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { pageWindow } from './page-window.ts';

export interface PaginationProps {
  /** Counts from 1. */
  page: number;
  pageCount: number;
  onPageChange(page: number): void;
}

/**
 * The pages of a table. A single page needs none. At either end a control is only called disabled: an element that really
 * is loses the focus of whoever came there by keyboard.
 */
export function Pagination({ page, pageCount, onPageChange }: PaginationProps) {
  const { t } = useTranslation();
  if (pageCount <= 1) return null;
  const turnTo = (next: number): void => {
    if (next !== page && next >= 1 && next <= pageCount) onPageChange(next);
  };
  return (
    <nav className="pagination" aria-label={t('common.pagination')}>
      <IconButton
        icon="chevron-left"
        label={t('common.previousPage')}
        aria-disabled={page <= 1}
        onClick={() => turnTo(page - 1)}
      />
      {pageWindow({ page, pageCount }).map((number) => (
        <button
          key={number}
          type="button"
          className="icon-button num"
          aria-label={t('common.pageNumber', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => turnTo(number)}
          onKeyDown={ignoreHeldPress}
        >
          {number}
        </button>
      ))}
      <IconButton
        icon="chevron-right"
        label={t('common.nextPage')}
        aria-disabled={page >= pageCount}
        onClick={() => turnTo(page + 1)}
      />
    </nav>
  );
}
