! The Fortran interface of PVM 3 on Banyan: constants.
! The lines are valid in fixed form and in free form.
! ---- Types of pvmfpack and pvmfunpack
      integer STRING
      parameter (STRING = 0)
      integer BYTE1
      parameter (BYTE1 = 1)
      integer INTEGER2
      parameter (INTEGER2 = 2)
      integer INTEGER4
      parameter (INTEGER4 = 3)
      integer REAL4
      parameter (REAL4 = 4)
      integer COMPLEX8
      parameter (COMPLEX8 = 5)
      integer REAL8
      parameter (REAL8 = 6)
      integer COMPLEX16
      parameter (COMPLEX16 = 7)
      integer INTEGER8
      parameter (INTEGER8 = 8)
! ---- Encodings; PVMDEFAULT, PVMRAW and PVMINPLACE are old names
      integer PVMDATADEFAULT
      parameter (PVMDATADEFAULT = 0)
      integer PVMDATARAW
      parameter (PVMDATARAW = 1)
      integer PVMDATAINPLACE
      parameter (PVMDATAINPLACE = 2)
      integer PVMDATATRACE
      parameter (PVMDATATRACE = 4)
      integer PVMDEFAULT
      parameter (PVMDEFAULT = 0)
      integer PVMRAW
      parameter (PVMRAW = 1)
      integer PVMINPLACE
      parameter (PVMINPLACE = 2)
! ---- Flags of pvmfspawn; the last four are old names
      integer PVMTASKDEFAULT
      parameter (PVMTASKDEFAULT = 0)
      integer PVMTASKHOST
      parameter (PVMTASKHOST = 1)
      integer PVMTASKARCH
      parameter (PVMTASKARCH = 2)
      integer PVMTASKDEBUG
      parameter (PVMTASKDEBUG = 4)
      integer PVMTASKTRACE
      parameter (PVMTASKTRACE = 8)
      integer PVMMPPFRONT
      parameter (PVMMPPFRONT = 16)
      integer PVMHOSTCOMPL
      parameter (PVMHOSTCOMPL = 32)
      integer PVMNOSPAWNPARENT
      parameter (PVMNOSPAWNPARENT = 64)
      integer PVMHOST
      parameter (PVMHOST = 1)
      integer PVMARCH
      parameter (PVMARCH = 2)
      integer PVMDEBUG
      parameter (PVMDEBUG = 4)
      integer PVMTRACE
      parameter (PVMTRACE = 8)
! ---- Events of pvmfnotify
      integer PVMTASKEXIT
      parameter (PVMTASKEXIT = 1)
      integer PVMHOSTDELETE
      parameter (PVMHOSTDELETE = 2)
      integer PVMHOSTADD
      parameter (PVMHOSTADD = 3)
      integer PVMROUTEADD
      parameter (PVMROUTEADD = 4)
      integer PVMROUTEDELETE
      parameter (PVMROUTEDELETE = 5)
      integer PVMNOTIFYCANCEL
      parameter (PVMNOTIFYCANCEL = 256)
! ---- Options of pvmfsetopt and pvmfgetopt
      integer PVMROUTE
      parameter (PVMROUTE = 1)
      integer PVMDEBUGMASK
      parameter (PVMDEBUGMASK = 2)
      integer PVMAUTOERR
      parameter (PVMAUTOERR = 3)
      integer PVMOUTPUTTID
      parameter (PVMOUTPUTTID = 4)
      integer PVMOUTPUTCODE
      parameter (PVMOUTPUTCODE = 5)
      integer PVMTRACETID
      parameter (PVMTRACETID = 6)
      integer PVMTRACECODE
      parameter (PVMTRACECODE = 7)
      integer PVMTRACEBUFFER
      parameter (PVMTRACEBUFFER = 8)
      integer PVMTRACEOPTIONS
      parameter (PVMTRACEOPTIONS = 9)
      integer PVMFRAGSIZE
      parameter (PVMFRAGSIZE = 10)
      integer PVMRESVTIDS
      parameter (PVMRESVTIDS = 11)
      integer PVMSOUTPUTTID
      parameter (PVMSOUTPUTTID = 12)
      integer PVMSOUTPUTCODE
      parameter (PVMSOUTPUTCODE = 13)
      integer PVMSTRACETID
      parameter (PVMSTRACETID = 14)
      integer PVMSTRACECODE
      parameter (PVMSTRACECODE = 15)
      integer PVMSTRACEBUFFER
      parameter (PVMSTRACEBUFFER = 16)
      integer PVMSTRACEOPTIONS
      parameter (PVMSTRACEOPTIONS = 17)
      integer PVMSHOWTIDS
      parameter (PVMSHOWTIDS = 18)
      integer PVMPOLLTYPE
      parameter (PVMPOLLTYPE = 19)
      integer PVMPOLLTIME
      parameter (PVMPOLLTIME = 20)
      integer PVMOUTPUTCONTEXT
      parameter (PVMOUTPUTCONTEXT = 21)
      integer PVMOUTPUTCTX
      parameter (PVMOUTPUTCTX = 21)
      integer PVMTRACECONTEXT
      parameter (PVMTRACECONTEXT = 22)
      integer PVMTRACECTX
      parameter (PVMTRACECTX = 22)
      integer PVMSOUTPUTCONTEXT
      parameter (PVMSOUTPUTCONTEXT = 23)
      integer PVMSOUTPUTCTX
      parameter (PVMSOUTPUTCTX = 23)
      integer PVMSTRACECONTEXT
      parameter (PVMSTRACECONTEXT = 24)
      integer PVMSTRACECTX
      parameter (PVMSTRACECTX = 24)
      integer PVMNORESET
      parameter (PVMNORESET = 25)
! ---- Values of options
      integer PVMDONTROUTE
      parameter (PVMDONTROUTE = 1)
      integer PVMALLOWDIRECT
      parameter (PVMALLOWDIRECT = 2)
      integer PVMROUTEDIRECT
      parameter (PVMROUTEDIRECT = 3)
      integer PVMTRACEFULL
      parameter (PVMTRACEFULL = 1)
      integer PVMTRACETIME
      parameter (PVMTRACETIME = 2)
      integer PVMTRACECOUNT
      parameter (PVMTRACECOUNT = 3)
      integer PVMPOLLCONSTANT
      parameter (PVMPOLLCONSTANT = 1)
      integer PVMPOLLSLEEP
      parameter (PVMPOLLSLEEP = 2)
! ---- Whose trace mask is meant
      integer PVMTASKSELF
      parameter (PVMTASKSELF = 0)
      integer PVMTASKCHILD
      parameter (PVMTASKCHILD = 1)
! ---- The first context
      integer PVMBASECONTEXT
      parameter (PVMBASECONTEXT = 0)
! ---- Flags of the mailbox
      integer PVMMBOXDEFAULT
      parameter (PVMMBOXDEFAULT = 0)
      integer PVMMBOXPERSISTENT
      parameter (PVMMBOXPERSISTENT = 1)
      integer PVMMBOXMULTIINSTANCE
      parameter (PVMMBOXMULTIINSTANCE = 2)
      integer PVMMBOXOVERWRITABLE
      parameter (PVMMBOXOVERWRITABLE = 4)
      integer PVMMBOXFIRSTAVAIL
      parameter (PVMMBOXFIRSTAVAIL = 8)
      integer PVMMBOXREADANDDELETE
      parameter (PVMMBOXREADANDDELETE = 16)
      integer PVMMBOXWAITFORINFO
      parameter (PVMMBOXWAITFORINFO = 32)
! ---- Error codes; PVMDUPENTRY is -33 as in PVM 3.4, not -8 as in C
      integer PVMOK
      parameter (PVMOK = 0)
      integer PVMBADPARAM
      parameter (PVMBADPARAM = -2)
      integer PVMMISMATCH
      parameter (PVMMISMATCH = -3)
      integer PVMOVERFLOW
      parameter (PVMOVERFLOW = -4)
      integer PVMNODATA
      parameter (PVMNODATA = -5)
      integer PVMNOHOST
      parameter (PVMNOHOST = -6)
      integer PVMNOFILE
      parameter (PVMNOFILE = -7)
      integer PVMDENIED
      parameter (PVMDENIED = -8)
      integer PVMNOMEM
      parameter (PVMNOMEM = -10)
      integer PVMBADMSG
      parameter (PVMBADMSG = -12)
      integer PVMSYSERR
      parameter (PVMSYSERR = -14)
      integer PVMNOBUF
      parameter (PVMNOBUF = -15)
      integer PVMNOSUCHBUF
      parameter (PVMNOSUCHBUF = -16)
      integer PVMNULLGROUP
      parameter (PVMNULLGROUP = -17)
      integer PVMDUPGROUP
      parameter (PVMDUPGROUP = -18)
      integer PVMNOGROUP
      parameter (PVMNOGROUP = -19)
      integer PVMNOTINGROUP
      parameter (PVMNOTINGROUP = -20)
      integer PVMNOINST
      parameter (PVMNOINST = -21)
      integer PVMHOSTFAIL
      parameter (PVMHOSTFAIL = -22)
      integer PVMNOPARENT
      parameter (PVMNOPARENT = -23)
      integer PVMNOTIMPL
      parameter (PVMNOTIMPL = -24)
      integer PVMDSYSERR
      parameter (PVMDSYSERR = -25)
      integer PVMBADVERSION
      parameter (PVMBADVERSION = -26)
      integer PVMOUTOFRES
      parameter (PVMOUTOFRES = -27)
      integer PVMDUPHOST
      parameter (PVMDUPHOST = -28)
      integer PVMCANTSTART
      parameter (PVMCANTSTART = -29)
      integer PVMALREADY
      parameter (PVMALREADY = -30)
      integer PVMNOTASK
      parameter (PVMNOTASK = -31)
      integer PVMNOTFOUND
      parameter (PVMNOTFOUND = -32)
      integer PVMEXISTS
      parameter (PVMEXISTS = -33)
      integer PVMHOSTRNMSTR
      parameter (PVMHOSTRNMSTR = -34)
      integer PVMPARENTNOTSET
      parameter (PVMPARENTNOTSET = -35)
      integer PVMIPLOOPBACK
      parameter (PVMIPLOOPBACK = -36)
      integer PVMNOENTRY
      parameter (PVMNOENTRY = -32)
      integer PVMDUPENTRY
      parameter (PVMDUPENTRY = -33)
