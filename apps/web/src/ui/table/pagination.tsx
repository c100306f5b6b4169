import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button/icon-button.tsx';
import { pageWindow } from './page-window.ts';

export interface PaginationProps {
  /** Counts from 1. */
  page: number;
  pageCount: number;
  onPageChange(page: number): void;
}

/** The pages of a table. A single page needs none. */
export function Pagination({ page, pageCount, onPageChange }: PaginationProps) {
  const { t } = useTranslation();
  if (pageCount <= 1) return null;
  return (
    <nav className="pagination" aria-label={t('common.pagination')}>
      <IconButton
        icon="chevron-left"
        label={t('common.previousPage')}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      />
      {pageWindow({ page, pageCount }).map((number) => (
        <button
          key={number}
          type="button"
          className="icon-button num"
          aria-label={t('common.pageNumber', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => number !== page && onPageChange(number)}
        >
          {number}
        </button>
      ))}
      <IconButton
        icon="chevron-right"
        label={t('common.nextPage')}
        disabled={page >= pageCount}
        onClick={() => onPageChange(page + 1)}
      />
    </nav>
  );
}
