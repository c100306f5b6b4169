import sharp from 'sharp';

// What people send is foreign to us: of the many formats that the library reads, five are open, and each only from memory. Drawings are those of the operator:
// whoever takes pictures of others looks at how they begin first, and nothing that begins as one of the four is read as a drawing.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});
// One thread for each picture and nothing kept: the exchange needs its cores and its memory.
sharp.concurrency(1);
sharp.cache(false);

export { sharp };
