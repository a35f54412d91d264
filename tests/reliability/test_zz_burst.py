import time
from concurrent.futures import ThreadPoolExecutor
import pytest
from tests.reliability.sales import shop_of
from tests.service import Client
@pytest.mark.parametrize("warm", [False, True])
def test_burst(crowd, warm):
    out=[]
    for _ in range(5):
        shop=shop_of(crowd); item=shop.item()
        lines=[{"itemId": item, "quantity": 1}]
        if warm: shop.invoice(lines=lines)
        def one(n):
            c=Client(shop.org.web.app, shop.org.token, **shop.org.known)
            t=time.time(); r=c.post("/invoices", shop.invoice_body(status="SENT", lines=lines)); return time.time()-t, r.status_int
        t=time.time()
        with ThreadPoolExecutor(64) as p: got=sorted(p.map(one, range(192)))
        out.append((round(time.time()-t,2), round(got[96][0],2), round(got[-1][0],2), {s for _,s in got}))
    print("WARM" if warm else "COLD", out)
