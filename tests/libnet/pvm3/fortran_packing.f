! Packs and unpacks each type of pvmfpack in a Fortran program. Ends with
! status 0 when all values come back. Needs no virtual machine.
      program fortran_packing
      implicit none
      include 'fpvm3.h'
      integer bufid, old, info, bytes, tag, tid, i
      character*5 text, text_back
      integer*2 short(2), short_back(2)
      integer number(4), number_back(4)
      integer*8 wide(2), wide_back(2)
      real single(2), single_back(2)
      double precision double(2), double_back(2)
      complex pair(2), pair_back(2)
      double complex wide_pair, wide_pair_back

      text = 'hello'
      do i = 1, 2
        short(i) = int(-i, 2)
        wide(i) = 2_8 ** 40 + i
        single(i) = 0.5 * i
        double(i) = 0.25d0 * i
        pair(i) = cmplx(i, -i)
      end do
      do i = 1, 4
        number(i) = 10 * i
      end do
      wide_pair = (1d0, -2d0)
      call pvmfinitsend(PVMDATADEFAULT, bufid)
      if (bufid .le. 0) stop 1
      call pvmfpack(STRING, text, 5, 1, info)
      if (info .ne. PVMOK) stop 2
      call pvmfpack(INTEGER2, short, 2, 1, info)
      call pvmfpack(INTEGER4, number, 2, 2, info)
      call pvmfpack(INTEGER8, wide, 2, 1, info)
      call pvmfpack(REAL4, single, 2, 1, info)
      call pvmfpack(REAL8, double, 2, 1, info)
      call pvmfpack(COMPLEX8, pair, 2, 1, info)
      call pvmfpack(COMPLEX16, wide_pair, 1, 1, info)
      if (info .ne. PVMOK) stop 3
      call pvmfbufinfo(bufid, bytes, tag, tid, info)
      if (bytes .ne. 8 + 8 + 8 + 16 + 8 + 16 + 16 + 16) stop 4

      call pvmfsetrbuf(bufid, old)
      if (old .ne. 0) stop 5
      call pvmfunpack(STRING, text_back, 5, 1, info)
      if (text_back .ne. 'hello') stop 6
      call pvmfunpack(INTEGER2, short_back, 2, 1, info)
      call pvmfunpack(INTEGER4, number_back, 2, 2, info)
      call pvmfunpack(INTEGER8, wide_back, 2, 1, info)
      call pvmfunpack(REAL4, single_back, 2, 1, info)
      call pvmfunpack(REAL8, double_back, 2, 1, info)
      call pvmfunpack(COMPLEX8, pair_back, 2, 1, info)
      call pvmfunpack(COMPLEX16, wide_pair_back, 1, 1, info)
      if (info .ne. PVMOK) stop 7
      if (number_back(1) .ne. 10 .or. number_back(3) .ne. 30) stop 8
      do i = 1, 2
        if (short_back(i) .ne. short(i)) stop 9
        if (wide_back(i) .ne. wide(i)) stop 10
        if (single_back(i) .ne. single(i)) stop 11
        if (double_back(i) .ne. double(i)) stop 12
        if (pair_back(i) .ne. pair(i)) stop 13
      end do
      if (wide_pair_back .ne. wide_pair) stop 14
      call pvmffreebuf(bufid, info)
      if (info .ne. PVMOK) stop 15
      print *, 'all values came back'
      end
